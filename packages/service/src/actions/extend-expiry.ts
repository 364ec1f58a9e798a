import type { Document } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { move, mustOwn } from './move.ts';

/** The sender moves the expiry; `expiresAt` in milliseconds since 1970, at most 365 days ahead. */
export function extendExpiry(
  context: ActionContext,
  accountId: string,
  documentId: string,
  expiresAt: number,
): Document {
  mustOwn(context, documentId, accountId);
  return move(context, documentId, { move: 'extend-expiry', expiresAt }).document;
}
