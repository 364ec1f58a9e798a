import type { Document } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { move, mustOwn } from './move.ts';

/** The sender records that a copy was signed on paper; the document's state stays as it is. */
export function recordPaperCopy(
  context: ActionContext,
  accountId: string,
  documentId: string,
  detail = '',
): Document {
  mustOwn(context, documentId, accountId);
  return move(context, documentId, { move: 'record-paper-copy', detail }).document;
}
