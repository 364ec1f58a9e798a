import { Refusal } from '../domain/refusal.ts';
import type { Account, Document, Recipient } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { mustGet } from './move.ts';

/** The document and recipient that a signing link opens. */
export interface Signing {
  document: Document;
  recipient: Recipient;
  sender: Account;
}

/** Where a signing key leads; 404 for one that is unknown, or that a change of recipient has ended. */
export function findSigning(
  { store }: ActionContext,
  signingKey: string,
): { documentId: string; role: string } {
  const found = store.documents.bySigningKey(signingKey);
  if (!found) throw new Refusal('not_found', 'This signing link is not valid, or no longer.');
  return found;
}

export function readSigning(
  context: ActionContext,
  { documentId, role }: { documentId: string; role: string },
): Signing {
  const { document } = mustGet(context, documentId);
  const recipient = document.recipients.find((candidate) => candidate.role === role);
  const sender = context.store.accounts.get(document.ownerId);
  if (!recipient || !sender) throw new Refusal('not_found', 'This signing link is not valid, or no longer.');
  return { document, recipient, sender };
}
