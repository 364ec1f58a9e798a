import { createHash } from 'node:crypto';
import { Refusal } from '../domain/refusal.ts';
import type { Document, DocumentEvent } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { givenBytes } from './given-files.ts';
import { mustGet } from './move.ts';

export interface DocumentFile {
  document: Document;
  bytes: Uint8Array;
}

/** The PDF as the document is now, drawn at the first read of each version; sealed once completed. */
export async function readPdf(context: ActionContext, documentId: string): Promise<DocumentFile> {
  const { files } = context.store;
  const { document, version } = mustGet(context, documentId);
  const sealed = files.get(documentId, 'sealed');
  if (sealed) return { document, bytes: sealed.bytes };
  const drawn = files.get(documentId, 'draft');
  if (drawn?.version === version) return { document, bytes: drawn.bytes };
  const bytes = await context.renderer.document(document, givenBytes(context, documentId));
  // Only if it is still the same document: another read may have drawn a later version meanwhile.
  const now = context.store.documents.get(documentId);
  if (now?.version === version) files.put(documentId, 'draft', version, bytes);
  return { document, bytes };
}

/** The completion certificate, drawn at the first read; 409 before completion. */
export async function readCertificate(context: ActionContext, documentId: string): Promise<DocumentFile> {
  const { store } = context;
  const { document, version } = mustGet(context, documentId);
  if (document.status !== 'completed') {
    const message = `There is no certificate before the document is completed; it is ${document.status}.`;
    throw new Refusal('document_not_completed', message);
  }
  const kept = store.files.get(documentId, 'certificate');
  if (kept) return { document, bytes: kept.bytes };
  const sender = store.accounts.get(document.ownerId);
  if (!sender) throw new Refusal('not_found', 'There is no such document.');
  const { bytes: sealed } = await readPdf(context, documentId);
  const bytes = await context.renderer.certificate(document, sender, untilCompletion(context, documentId), {
    documentSha256: createHash('sha256').update(sealed).digest('hex'),
  });
  if (store.documents.get(documentId)) store.files.put(documentId, 'certificate', version, bytes);
  return { document, bytes };
}

/** A paper copy recorded later is no part of how the document was completed. */
function untilCompletion({ store }: ActionContext, documentId: string): DocumentEvent[] {
  const history = store.events.ofDocument(documentId).map(({ event }) => event);
  return history.slice(0, history.findIndex(({ event }) => event === 'document.completed') + 1);
}
