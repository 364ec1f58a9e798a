import type { SignatureValue } from '../domain/document-moves.ts';
import type { FieldValue } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { move } from './move.ts';
import { sealIfDone } from './seal.ts';
import { findSigning, readSigning, type Signing } from './signing-link.ts';

/** A recipient fills in their fields and signs; the last one's act seals and completes the document. */
export async function sign(
  context: ActionContext,
  signingKey: string,
  values: Record<string, FieldValue>,
  signature: SignatureValue,
): Promise<Signing> {
  const where = findSigning(context, signingKey);
  move(context, where.documentId, { move: 'sign', role: where.role, values, signature });
  await sealIfDone(context, where.documentId);
  return readSigning(context, where);
}
