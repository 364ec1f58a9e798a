import type { Document } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { move, mustGet, mustOwn } from './move.ts';
import { sealIfDone } from './seal.ts';

/** The sender goes on without a recipient. */
export async function skip(
  context: ActionContext,
  accountId: string,
  documentId: string,
  role: string,
): Promise<Document> {
  mustOwn(context, documentId, accountId);
  move(context, documentId, { move: 'skip', role });
  await sealIfDone(context, documentId);
  return mustGet(context, documentId).document;
}
