import { sendDocument } from '../domain/document-moves.ts';
import { invalidRequest, LimitReached, Refusal } from '../domain/refusal.ts';
import { matchSendRequest, type SendRequest } from '../domain/send-request.ts';
import type { Account, Document } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { storeConsequences } from './move.ts';

/**
 * POST /templates/{id}/send. `shapeProblems` are those of types and lengths, found before: all problems are reported
 * together. Nothing is taken from the plan allowance or counted as sent unless the document is created.
 */
export function send(
  context: ActionContext,
  { account, tokenId }: { account: Account; tokenId: string },
  templateId: string,
  request: SendRequest,
  shapeProblems: readonly string[] = [],
): Document {
  const { store, clock, ids, sends } = context;
  const template = store.templates.get(templateId, account.id);
  if (!template) throw new Refusal('not_found', 'There is no such template.');
  const matched = matchSendRequest(template, request);
  const problems = [...shapeProblems, ...matched.problems];
  if (problems.length > 0) throw invalidRequest(problems);

  const now = clock.now();
  const document = store.transaction(() => {
    if (!store.accounts.takeAllowance(account.id)) {
      throw new Refusal(
        'plan_limit_reached',
        'The plan’s allowance of documents is used up; nothing was sent.',
      );
    }
    const allowance = sends.look(tokenId, now);
    if (!allowance.allowed) {
      const wait = allowance.resetSeconds;
      throw new LimitReached(
        `At most ${sends.limit} documents may be sent every 10 minutes; try again in ${wait} s.`,
        allowance,
      );
    }
    const outcome = sendDocument(template, request, matched, account.id, { now, ids, sender: account });
    store.documents.add(outcome.document, context.documentView(outcome.document));
    storeConsequences(context, outcome);
    return outcome.document;
  });
  sends.take(tokenId, now);
  context.changed();
  return document;
}
