import { createHash } from 'node:crypto';
import { fileName, isGivenFile, type ReceivedFiles } from '../domain/given-files.ts';
import { Refusal } from '../domain/refusal.ts';
import type { FieldValue } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { mustGet, mustOwn } from './move.ts';

/** Received files as values of their fields. */
export function fileValues(files: ReceivedFiles): Record<string, FieldValue> {
  return Object.fromEntries(
    [...files].map(([key, { name, bytes }]) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return [key, { file: { name: fileName(name), size: bytes.length, sha256 } }];
    }),
  );
}

/** Belongs into the transaction of the move whose values they are. */
export function keepFiles({ store }: ActionContext, documentId: string, files: ReceivedFiles): void {
  for (const [key, { bytes }] of files) store.files.putGiven(documentId, key, bytes);
}

/** The bytes of a document's pictures and attachments, by field key. */
export function givenBytes({ store }: ActionContext, documentId: string) {
  return (key: string): Uint8Array | null => store.files.given(documentId, key);
}

/** A picture or attachment that a recipient gave, for the sender. */
export function readGivenFile(
  context: ActionContext,
  accountId: string,
  documentId: string,
  key: string,
): { name: string; bytes: Uint8Array } {
  mustOwn(context, documentId, accountId);
  const value = mustGet(context, documentId).document.fields.find((field) => field.key === key)?.value;
  const bytes = context.store.files.given(documentId, key);
  if (!isGivenFile(value) || !bytes) throw new Refusal('not_found', 'There is no such file.');
  return { name: value.file.name, bytes };
}
