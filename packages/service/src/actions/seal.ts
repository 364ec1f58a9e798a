import { awaitsSealing, moveDocument, SERVICE, type DocumentMove } from '../domain/document-moves.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ActionContext } from './context.ts';
import { givenBytes } from './given-files.ts';
import { moveContext, mustGet, storeOutcome } from './move.ts';

const ACTS = new Set(['document.signed', 'document.approved', 'document.skipped']);

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

interface Seals {
  /** So that the scheduler and the last recipient's act do not draw the same PDF twice. */
  underWay: Map<string, Promise<void>>;
  /** How long each one that failed waits for its next try. */
  pauses: Map<string, number>;
}

/** By document id. */
const sealsOf = new WeakMap<ActionContext, Seals>();

/**
 * Completes the document if everybody has acted: draws the final PDF, then stores it and the completion in one
 * transaction, so that whoever sees `completed` can also read the sealed file. A failure is reported, not thrown: the
 * act itself is done, and the scheduler tries the seal again, after a pause that doubles with every failure.
 */
export async function sealIfDone(context: ActionContext, documentId: string): Promise<void> {
  const seals: Seals = sealsOf.get(context) ?? { underWay: new Map(), pauses: new Map() };
  sealsOf.set(context, seals);
  const { underWay, pauses } = seals;
  const already = underWay.get(documentId);
  if (already) return already;
  const sealing = seal(context, documentId)
    .then(() => void pauses.delete(documentId))
    .catch((error: unknown) => {
      const pause = Math.min((pauses.get(documentId) ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
      pauses.set(documentId, pause);
      context.report(`sealing ${documentId}, tried again in ${pause / 1000} s`, error);
      context.store.documents.postpone(documentId, context.clock.now() + pause);
    })
    .catch((error: unknown) => context.report(`postponing the seal of ${documentId}`, error))
    .finally(() => underWay.delete(documentId));
  underWay.set(documentId, sealing);
  return sealing;
}

/** Resolves when no seal is under way. */
export async function sealsDone(context: ActionContext): Promise<void> {
  await Promise.all([...(sealsOf.get(context)?.underWay.values() ?? [])]);
}

async function seal(context: ActionContext, documentId: string): Promise<void> {
  for (;;) {
    const { document, version } = mustGet(context, documentId);
    if (!awaitsSealing(document)) return;
    const lastAct = context.store.events
      .ofDocument(documentId)
      .findLast(({ event }) => ACTS.has(event.event));
    const complete: DocumentMove = {
      move: 'complete',
      actor: lastAct?.event.actor ?? SERVICE,
      completedAt: context.clock.now(),
    };
    const final = moveDocument(document, complete, moveContext(context, document)).document;
    const bytes = await context.renderer.document(final, givenBytes(context, documentId));
    try {
      context.store.transaction(() => {
        // Moved again because the event's time is that of the commit: polls by time must not overtake it.
        const outcome = moveDocument(document, complete, moveContext(context, document));
        storeOutcome(context, outcome, version);
        context.store.files.put(documentId, 'sealed', version + 1, bytes);
        context.store.files.drop(documentId, 'draft');
      });
      context.changed();
      return;
    } catch (error) {
      // Somebody changed the document while its PDF was drawn: look again.
      if (!(error instanceof Refusal && error.code === 'document_changed')) throw error;
    }
  }
}
