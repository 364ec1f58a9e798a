import { SERVICE, type MovedEvent } from './document-moves.ts';
import type { EventKind } from './types.ts';

/** Section 2, History entry. */
export interface HistoryEntry {
  event: EventKind;
  label: string;
  at: string;
  actor: { name: string; email: string; role: string } | null;
  detail: string;
}

const LABELS: Record<EventKind, string> = {
  'document.sent': 'Sent',
  'document.viewed': 'Viewed',
  'document.signed': 'Signed',
  'document.approved': 'Approved',
  'document.declined': 'Declined',
  'document.voided': 'Voided',
  'document.recipient_changed': 'Recipient changed',
  'document.reminder_sent': 'Reminder sent',
  'document.expiry_extended': 'Expiry moved',
  'document.expiry_notice': 'Expires soon',
  'document.corrected': 'Corrected',
  'document.skipped': 'Recipient skipped',
  'document.completed': 'Completed',
  'document.paper_copy': 'Paper copy recorded',
};

/** An event as people read it in the document's history; what the service did by itself has no actor. */
export function historyEntry({ event, detail }: MovedEvent): HistoryEntry {
  const expired = event.event === 'document.expiry_notice' && event.document.status === 'expired';
  return {
    event: event.event,
    label: expired ? 'Expired' : LABELS[event.event],
    at: event.createdAt,
    actor: event.actor.role === SERVICE.role && event.actor.email === '' ? null : event.actor,
    detail,
  };
}
