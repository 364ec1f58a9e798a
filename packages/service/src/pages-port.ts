import type { ActionContext } from './actions/context.ts';
import { approve } from './actions/approve.ts';
import { decline } from './actions/decline.ts';
import { readGivenFile } from './actions/given-files.ts';
import { mustGet, mustOwn } from './actions/move.ts';
import { open } from './actions/open.ts';
import { readCertificate, readPdf } from './actions/read-file.ts';
import { remind } from './actions/remind.ts';
import { sign } from './actions/sign.ts';
import { findSigning } from './actions/signing-link.ts';
import { voidDocument } from './actions/void.ts';
import { tokenHash } from './api/authentication.ts';
import { hasControlCharacter } from './domain/field-values.ts';
import { characters, LIMITS } from './domain/limits.ts';
import { invalidRequest, Refusal } from './domain/refusal.ts';
import { PagesError, type PagesPort } from './pages/port.ts';

/** The actions as the pages know them. */
export function pagesPort(actions: ActionContext): PagesPort {
  const { store, clock } = actions;
  return {
    openSigning: (signingKey) => asPages(() => open(actions, signingKey)),
    fillAndSign: (signingKey, values, signature, files) =>
      asPages(() => sign(actions, signingKey, values, signature, files)),
    approve: (signingKey, values, files) => asPages(() => approve(actions, signingKey, values, files)),
    decline: (signingKey, reason) => asPages(() => decline(actions, signingKey, reason)),
    documentPdf: (signingKey) =>
      asPages(async () => (await readPdf(actions, findSigning(actions, signingKey).documentId)).bytes),
    accountByToken: (token) =>
      asPages(() => store.accounts.byTokenHash(tokenHash(token), clock.now())?.account ?? null),
    listDocuments: (accountId, filter) =>
      asPages(() => {
        const { items, hasMore } = store.documents.records(accountId, filter);
        return { documents: items, page: filter.page, hasMore };
      }),
    document: (accountId, documentId) =>
      asPages(() => {
        mustOwn(actions, documentId, accountId);
        const { document } = mustGet(actions, documentId);
        const sender = store.accounts.get(accountId);
        if (!sender) throw new Refusal('not_found', 'There is no such document.');
        return { document, sender, history: store.events.ofDocument(documentId).map(({ event }) => event) };
      }),
    voidDocument: (accountId, documentId, reason) =>
      asPages(() => {
        if (characters(reason) > LIMITS.voidReason || hasControlCharacter(reason)) {
          const message = `The reason may have at most ${LIMITS.voidReason} characters, none of them a control character.`;
          throw invalidRequest([{ message, field: 'reason' }]);
        }
        voidDocument(actions, accountId, documentId, { reason });
      }),
    remind: (accountId, documentId) => asPages(() => remind(actions, accountId, documentId)),
    documentPdfForSender: (accountId, documentId) =>
      asPages(async () => {
        mustOwn(actions, documentId, accountId);
        return (await readPdf(actions, documentId)).bytes;
      }),
    givenFile: (accountId, documentId, fieldKey) =>
      asPages(() => readGivenFile(actions, accountId, documentId, fieldKey)),
    certificateForSender: (accountId, documentId) =>
      asPages(async () => {
        mustOwn(actions, documentId, accountId);
        return (await readCertificate(actions, documentId)).bytes;
      }),
    webhooks: (accountId) => asPages(() => store.webhooks.list(accountId)),
  };
}

/** A refusal becomes the one error the pages know. */
async function asPages<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const status = error.code === 'not_found' ? 404 : error.code === 'invalid_request' ? 422 : 409;
    throw new PagesError(status, error.message, [...error.problems]);
  }
}
