import type { Document, DocumentStatus, EventKind, Recipient, RecipientStatus } from '../domain/types.ts';

/** The words for statuses and kinds of events that people read in PDFs, mails and pages. */

export const DOCUMENT_STATUS_WORDS: Record<DocumentStatus, string> = {
  draft: 'Draft',
  in_progress: 'In progress',
  completed: 'Completed',
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
};

export const RECIPIENT_STATUS_WORDS: Record<RecipientStatus, string> = {
  draft: 'Draft',
  waiting: 'Waiting for their turn',
  sent: 'Sent, not opened yet',
  viewed: 'Opened, not signed yet',
  signed: 'Signed',
  approved: 'Approved',
  declined: 'Declined',
  skipped: 'Skipped',
};

export function recipientStatusWords(recipient: Recipient): string {
  if (recipient.status === 'viewed' && recipient.type === 'approver') return 'Opened, not approved yet';
  return RECIPIENT_STATUS_WORDS[recipient.status];
}

export const EVENT_WORDS: Record<EventKind, string> = {
  'document.sent': 'Sent',
  'document.viewed': 'Opened',
  'document.signed': 'Signed',
  'document.approved': 'Approved',
  'document.declined': 'Declined',
  'document.voided': 'Voided',
  'document.recipient_changed': 'Recipient replaced',
  'document.reminder_sent': 'Reminder sent',
  'document.expiry_extended': 'Expiry extended',
  'document.expiry_notice': 'Expiry notice',
  'document.corrected': 'Corrected',
  'document.skipped': 'Recipient skipped',
  'document.completed': 'Completed',
  'document.paper_copy': 'Paper copy recorded',
};

/** A recipient as people call them; a recipient without a name goes by the e-mail address. */
export function nameOf(person: { name: string; email: string }): string {
  return person.name.trim() || person.email;
}

/** Still to act: what the document is waiting for. */
export function isOpen(recipient: Recipient): boolean {
  return !['signed', 'approved', 'declined', 'skipped'].includes(recipient.status);
}

/** `Ann Lee (Tenant)`. */
export function withRole(recipient: Recipient): string {
  return `${nameOf(recipient)} (${recipient.role})`;
}

export interface StatusNote {
  tone: 'neutral' | 'bad';
  title: string;
  text: string;
}

/** What a reader must know about a document that is not completed; null once it is. */
export function statusNote(document: Document): StatusNote | null {
  switch (document.status) {
    case 'completed':
      return null;
    case 'draft':
      return { tone: 'neutral', title: 'Draft', text: 'This document has not been sent yet.' };
    case 'in_progress': {
      const open = document.recipients.filter(isOpen);
      const signers = open.filter(({ type }) => type === 'signer').map(withRole);
      const approvers = open.filter(({ type }) => type === 'approver').map(withRole);
      const sentences = [
        signers.length > 0 ? `Not yet signed by ${listed(signers)}.` : '',
        approvers.length > 0 ? `Not yet approved by ${listed(approvers)}.` : '',
      ];
      return { tone: 'neutral', title: 'In progress', text: sentences.filter(Boolean).join(' ') };
    }
    case 'declined': {
      const by = document.recipients.filter(({ status }) => status === 'declined').map(withRole);
      return {
        tone: 'bad',
        title: 'Declined',
        text: sentence(
          `Declined${by.length > 0 ? ` by ${listed(by)}` : ''}${on(document.declinedAt)}`,
          document.declineReason,
        ),
      };
    }
    case 'voided':
      return {
        tone: 'bad',
        title: 'Voided',
        text: sentence(`Withdrawn by the sender${on(document.voidedAt)}`, document.voidReason),
      };
    case 'expired':
      return {
        tone: 'bad',
        title: 'Expired',
        text: `Not everybody acted in time: it expired${on(document.expiresAt)}.`,
      };
  }
}

function sentence(start: string, reason: string): string {
  return reason.trim() === '' ? `${start}.` : `${start}. Reason: ${reason.trim()}`;
}

function on(time: string | null): string {
  return time ? ` on ${dateTime(time)}` : '';
}

function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `3 March 2026`, in UTC. */
export function dateOnly(time: string): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `3 March 2026, 14:02 UTC`. */
export function dateTime(time: string): string {
  return `${dateOnly(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`;
}
