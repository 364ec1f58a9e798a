import type { EventKind } from '../types.ts';

/** The event kinds as people read them, with what happened; alphabetical, as platforms list them. */
export const EVENT_LABELS: readonly { kind: EventKind; label: string; description: string }[] = [
  { kind: 'document.approved', label: 'Document Approved', description: 'An approver approved a document' },
  { kind: 'document.completed', label: 'Document Completed', description: 'Everyone has signed or approved' },
  {
    kind: 'document.corrected',
    label: 'Document Corrected',
    description: 'The sender changed a document that is out for signature',
  },
  { kind: 'document.declined', label: 'Document Declined', description: 'A recipient declined a document' },
  {
    kind: 'document.expiry_extended',
    label: 'Expiry Extended',
    description: 'The sender moved the day a document expires on',
  },
  {
    kind: 'document.expiry_notice',
    label: 'Expiry Notice',
    description: 'A document is about to expire, or has expired',
  },
  {
    kind: 'document.paper_copy',
    label: 'Paper Copy Recorded',
    description: 'The sender recorded a copy signed on paper',
  },
  {
    kind: 'document.recipient_changed',
    label: 'Recipient Changed',
    description: 'A recipient was replaced by someone else',
  },
  {
    kind: 'document.reminder_sent',
    label: 'Reminder Sent',
    description: 'The people still to sign were reminded',
  },
  { kind: 'document.sent', label: 'Document Sent', description: 'A document was sent for signature' },
  { kind: 'document.signed', label: 'Document Signed', description: 'A recipient signed a document' },
  { kind: 'document.skipped', label: 'Recipient Skipped', description: 'The sender skipped a recipient' },
  {
    kind: 'document.viewed',
    label: 'Document Viewed',
    description: 'A recipient opened a document for the first time',
  },
  { kind: 'document.voided', label: 'Document Voided', description: 'The sender voided a document' },
];

/** A kind's label; a kind that is not known here is made readable from its name. */
export function eventLabel(kind: EventKind): string {
  const known = EVENT_LABELS.find((entry) => entry.kind === kind);
  if (known) return known.label;
  return String(kind)
    .split(/[._\s]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
}
