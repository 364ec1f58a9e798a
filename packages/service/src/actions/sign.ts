import type { SignatureValue } from '../domain/document-moves.ts';
import { NO_FILES, type ReceivedFiles } from '../domain/given-files.ts';
import type { FieldValue } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { fileValues, keepFiles } from './given-files.ts';
import { move } from './move.ts';
import { sealIfDone } from './seal.ts';
import { findSigning, readSigning, type Signing } from './signing-link.ts';

/** A recipient fills in their fields and signs; the last one's act seals and completes the document. */
export async function sign(
  context: ActionContext,
  signingKey: string,
  values: Record<string, FieldValue>,
  signature: SignatureValue,
  files: ReceivedFiles = NO_FILES,
): Promise<Signing> {
  const where = findSigning(context, signingKey);
  const all = { ...values, ...fileValues(files) };
  move(context, where.documentId, { move: 'sign', role: where.role, values: all, signature }, () =>
    keepFiles(context, where.documentId, files),
  );
  await sealIfDone(context, where.documentId);
  return readSigning(context, where);
}
