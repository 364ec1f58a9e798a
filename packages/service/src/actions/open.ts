import type { ActionContext } from './context.ts';
import { move } from './move.ts';
import { findSigning, readSigning, type Signing } from './signing-link.ts';

/** A recipient opens their signing link; the first time in their turn counts as viewed. */
export function open(context: ActionContext, signingKey: string): Signing {
  const where = findSigning(context, signingKey);
  move(context, where.documentId, { move: 'open', role: where.role });
  return readSigning(context, where);
}
