import { hasControlCharacter } from '../domain/field-values.ts';
import { characters, LIMITS } from '../domain/limits.ts';
import { invalidRequest } from '../domain/refusal.ts';
import type { ActionContext } from './context.ts';
import { move } from './move.ts';
import { findSigning, readSigning, type Signing } from './signing-link.ts';

/** A recipient declines, with a reason that may be empty. */
export function decline(context: ActionContext, signingKey: string, reason: string): Signing {
  const where = findSigning(context, signingKey);
  if (characters(reason) > LIMITS.voidReason || hasControlCharacter(reason)) {
    const message = `The reason may have at most ${LIMITS.voidReason} characters, none of them a control character.`;
    throw invalidRequest([{ message, field: 'reason' }]);
  }
  move(context, where.documentId, { move: 'decline', role: where.role, reason: reason.trim() });
  return readSigning(context, where);
}
