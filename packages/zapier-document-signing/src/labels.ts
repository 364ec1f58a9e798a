import type { BuildOptions, SendForm } from '@document-signing/shared';
import type { Reword } from './errors.ts';

/** What the Zap editor calls the parts of a send request (section 2). */
export const SEND_LABELS = {
  name: 'Document Name',
  note: 'Note',
  reference: 'Reference',
  sendInOrder: 'Send in Order',
  expiresInDays: 'Expires in Days',
  sendEmails: 'Send Emails',
} as const satisfies BuildOptions['labels'];

/** What the Zap editor calls what the API calls by these names (section 2, section 4). */
const LABELS: Record<string, string> = {
  ...SEND_LABELS,
  reason: 'Reason',
  notify: 'Notify Recipients',
  status: 'Status',
  templateId: 'Template',
  search: 'Name Contains',
  events: 'Events',
};

/**
 * Puts the editor's labels where a problem names an API property, and a field's label where it names the field's key:
 * in quotation marks, or bare at its beginning.
 */
export function rewordFor(form?: SendForm): Reword {
  const labels = new Map(Object.entries(LABELS));
  for (const { key, label } of form?.fields ?? []) {
    labels.set(key, label || key);
    labels.set(`fields.${key}`, label || key);
  }
  // Of two keys of which one begins with the other, the longer is meant.
  const names = [...labels.keys()].sort((a, b) => b.length - a.length);
  return (problem) => {
    const bare = names.find((name) => problem.startsWith(name) && isBare(name, problem.slice(name.length)));
    const rest = bare === undefined ? problem : problem.slice(bare.length);
    const reworded = rest.replace(/"([^"]+)"|“([^”]+)”/g, (quoted, straight?: string, curly?: string) => {
      const label = labels.get(straight ?? curly ?? '');
      return label === undefined ? quoted : `“${label}”`;
    });
    return bare === undefined ? reworded : `“${labels.get(bare)}”${reworded}`;
  };
}

/** A sentence may begin with a word that is also a field's key: then only a colon says that the field is meant. */
function isBare(name: string, rest: string): boolean {
  if (/^\s*:/.test(rest)) return true;
  const isProperty = Object.hasOwn(LABELS, name) || name.startsWith('fields.');
  return (
    isProperty &&
    /^ (is|are|has|have|must|may|should|can|cannot|does|contains|takes|needs|exceeds)\b/.test(rest)
  );
}
