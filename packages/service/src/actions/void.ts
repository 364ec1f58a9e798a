import type { Document } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { move, mustOwn } from './move.ts';

/** POST /documents/{id}/void. */
export function voidDocument(
  context: ActionContext,
  accountId: string,
  documentId: string,
  { reason = '', notify = true }: { reason?: string; notify?: boolean },
): Document {
  mustOwn(context, documentId, accountId);
  return move(context, documentId, { move: 'void', reason, notify }).document;
}
