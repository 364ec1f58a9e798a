import type { MailIntent } from '../domain/document-moves.ts';
import type { Mailer } from '../domain/ports.ts';
import type { Account, Document, Mail } from '../domain/types.ts';
import type { Store } from '../store/store.ts';

/** Writes the mail that a move called for, as the document is when it is sent; null when nobody is left to get it. */
export type Compose = (intent: MailIntent, document: Document, sender: Account) => Mail | null;

export interface MailQueue {
  wake(): void;
  busy(): boolean;
  stop(): Promise<void>;
}

const TRIES = 5;
const PAUSE_MS = 10_000;

/** Sends the mails that wait in the store, in order; one that cannot be sent is tried again a few times. */
export function createMailQueue(options: {
  store: Store;
  mailer: Mailer;
  compose: Compose;
  report(what: string, error: unknown): void;
}): MailQueue {
  const { store, mailer } = options;
  let running: Promise<void> | null = null;
  let again = false;
  let later: NodeJS.Timeout | null = null;
  let stopped = false;

  function wake(): void {
    again = true;
    if (running || stopped) return;
    running = drain()
      .catch((error: unknown) => options.report('sending mails', error))
      .finally(() => {
        running = null;
        if (again) wake();
      });
  }

  async function drain(): Promise<void> {
    // Not within the move that woke it: an answer to the caller does not wait for mails.
    await new Promise(setImmediate);
    again = false;
    let last = 0;
    for (;;) {
      const waiting = stopped ? [] : store.mails.waitingAfter(last);
      if (waiting.length === 0) return;
      for (const { seq, documentId, ...intent } of waiting) {
        if (stopped) return;
        last = seq;
        try {
          await send(documentId, intent);
          if (!stopped) store.mails.remove(seq);
        } catch (error) {
          if (stopped) return;
          options.report(`sending a mail about ${documentId}`, error);
          if (store.mails.noteFailure(seq) >= TRIES) store.mails.remove(seq);
          else later ??= setTimeout(() => ((later = null), wake()), PAUSE_MS).unref();
        }
      }
    }
  }

  async function send(documentId: string, intent: MailIntent): Promise<void> {
    const document = store.documents.get(documentId)?.document;
    const sender = document && store.accounts.get(document.ownerId);
    const mail = sender && options.compose(intent, document, sender);
    if (mail) await mailer.send(mail);
  }

  return {
    wake,
    busy: () => running !== null,
    async stop() {
      stopped = true;
      if (later) clearTimeout(later);
      await running;
    },
  };
}
