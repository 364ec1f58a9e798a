import {
  awaitsSealing,
  dueMove,
  moveDocument,
  type DocumentMove,
  type MoveContext,
  type Outcome,
} from '../domain/document-moves.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Document } from '../domain/types.ts';
import type { StoredDocument } from '../store/documents.ts';
import type { ActionContext } from './context.ts';

/**
 * Makes one move with a stored document: the document, its events, their deliveries and the mails that follow are
 * written in one transaction, with what `alongside` writes. What the clock demands first (an expiry that has passed) is done first.
 */
export function move(
  context: ActionContext,
  documentId: string,
  wanted: DocumentMove,
  alongside: () => void = () => undefined,
): Outcome {
  catchUp(context, documentId);
  const outcome = context.store.transaction(() => {
    const { document, version } = mustGet(context, documentId);
    const moved = moveDocument(document, wanted, moveContext(context, document));
    if (moved.events.length > 0) storeOutcome(context, moved, version);
    alongside();
    return moved;
  });
  if (outcome.events.length > 0) context.changed();
  return outcome;
}

/** Makes the moves that are due by the clock; returns true when the document waits for its PDF to be sealed. */
export function catchUp(context: ActionContext, documentId: string): boolean {
  let current = mustGet(context, documentId);
  for (;;) {
    const { document, version } = current;
    const due = dueMove(document, context.clock.now());
    if (!due) return awaitsSealing(document);
    const outcome = moveDocument(document, due, moveContext(context, document));
    context.store.transaction(() => storeOutcome(context, outcome, version));
    context.changed();
    current = mustGet(context, documentId);
  }
}

/** Writes what a move brought about; belongs into a transaction. */
export function storeOutcome(
  context: ActionContext,
  { document, events, mails }: Outcome,
  version: number,
): void {
  if (!context.store.documents.update(document, context.documentView(document), version)) {
    throw new Refusal(
      'document_changed',
      'The document was changed at the same moment; read it and try again.',
    );
  }
  storeConsequences(context, { document, events, mails });
}

/** Events with their deliveries, and mails; belongs into the transaction that writes the document. */
export function storeConsequences(
  { store, clock }: ActionContext,
  { document, events, mails }: Outcome,
): void {
  for (const moved of events) {
    const seq = store.events.add(document.ownerId, moved);
    store.deliveries.addForEvent(seq, document.ownerId, moved.event.event, clock.now());
  }
  for (const mail of mails) store.mails.add(document.id, mail);
}

export function moveContext({ store, clock, ids }: ActionContext, document: Document): MoveContext {
  const sender = store.accounts.get(document.ownerId);
  return { now: clock.now(), ids, sender: { name: sender?.name ?? '', email: sender?.email ?? '' } };
}

export function mustGet({ store }: ActionContext, documentId: string): StoredDocument {
  const stored = store.documents.get(documentId);
  if (!stored) throw documentNotFound();
  return stored;
}

/** 404 whether there is no such document or it is somebody else's, so that nothing is given away. */
export function mustOwn({ store }: ActionContext, documentId: string, accountId: string): void {
  if (!store.documents.isOwnedBy(documentId, accountId)) throw documentNotFound();
}

export function documentNotFound(): Refusal {
  return new Refusal('not_found', 'There is no such document.');
}
