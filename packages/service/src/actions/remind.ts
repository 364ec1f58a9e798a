import type { ActionContext } from './context.ts';
import { move, mustOwn } from './move.ts';

/** POST /documents/{id}/remind: the addresses that are written to, one per recipient whose turn it is. */
export function remind(context: ActionContext, accountId: string, documentId: string): string[] {
  mustOwn(context, documentId, accountId);
  const { document, mails } = move(context, documentId, { move: 'remind' });
  return mails.map(
    ({ role }) => document.recipients.find((recipient) => recipient.role === role)?.email ?? '',
  );
}
