import { NO_FILES, type ReceivedFiles } from '../domain/given-files.ts';
import type { FieldValue } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { fileValues, keepFiles } from './given-files.ts';
import { move } from './move.ts';
import { sealIfDone } from './seal.ts';
import { findSigning, readSigning, type Signing } from './signing-link.ts';

/** An approver approves; the last one's act seals and completes the document. */
export async function approve(
  context: ActionContext,
  signingKey: string,
  values: Record<string, FieldValue>,
  files: ReceivedFiles = NO_FILES,
): Promise<Signing> {
  const where = findSigning(context, signingKey);
  const all = { ...values, ...fileValues(files) };
  move(context, where.documentId, { move: 'approve', role: where.role, values: all }, () =>
    keepFiles(context, where.documentId, files),
  );
  await sealIfDone(context, where.documentId);
  return readSigning(context, where);
}
