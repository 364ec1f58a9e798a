import type { SendForm } from '@document-signing/shared';
import type { Reword } from './errors.ts';

/** What the Zap editor calls what the API calls by these names (section 2, section 4). */
const LABELS: Record<string, string> = {
  name: 'Document Name',
  note: 'Note',
  reference: 'Reference',
  sendInOrder: 'Send in Order',
  expiresInDays: 'Expires in Days',
  sendEmails: 'Send Emails',
  reason: 'Reason',
  notify: 'Notify Recipients',
  status: 'Status',
  templateId: 'Template',
  search: 'Name Contains',
  events: 'Events',
};

/** Puts the editor's labels where a problem names an API property, and a field's label where it names the field's key. */
export function rewordFor(form?: SendForm): Reword {
  const labels = new Map(Object.entries(LABELS));
  for (const { key, label } of form?.fields ?? []) labels.set(key, label || key);
  return (problem) =>
    problem.replace(/"([^"]+)"|“([^”]+)”/g, (quoted, straight?: string, curly?: string) => {
      const label = labels.get(straight ?? curly ?? '');
      return label === undefined ? quoted : `“${label}”`;
    });
}
