import { LIMITS } from '../domain/limits.ts';
import { hasControlCharacter } from '../domain/field-values.ts';
import { invalidRequest } from '../domain/refusal.ts';
import { EVENT_KINDS, type EventKind, type Webhook } from '../domain/types.ts';
import { webhookUrlProblem } from '../domain/webhook-rules.ts';
import type { ActionContext } from './context.ts';

/** Section 2, Webhook request, after its types and lengths are checked. */
export interface WebhookRequest {
  url?: string;
  events?: EventKind[];
  event?: EventKind;
  source?: string;
}

/** POST /webhooks. `shapeProblems` are those of types, lengths and kinds, found before. */
export function createWebhook(
  { store, clock, ids }: ActionContext,
  accountId: string,
  request: WebhookRequest,
  rules: { forbidPrivate: boolean },
  shapeProblems: readonly string[] = [],
): Webhook {
  const problems = [...shapeProblems];
  const urlIsJudged = shapeProblems.some((problem) => problem.startsWith('"url" '));
  if (typeof request.url === 'string' && !urlIsJudged) {
    const problem = webhookUrlProblem(request.url, rules);
    if (problem) problems.push(problem);
  }
  if (typeof request.source === 'string' && hasControlCharacter(request.source)) {
    problems.push('"source" contains a control character; remove it.');
  }
  if (problems.length > 0) throw invalidRequest(problems);
  const wanted = new Set([
    ...(request.events ?? []),
    ...(request.event === undefined ? [] : [request.event]),
  ]);
  const webhook: Webhook = {
    id: ids.next('wh'),
    accountId,
    url: request.url ?? '',
    events: EVENT_KINDS.filter((kind) => wanted.has(kind)),
    active: true,
    secret: `whsec_${ids.secret()}`,
    source: request.source ?? '',
    lastDeliveryAt: null,
    lastStatus: null,
    lastError: '',
    lastEvent: '',
    createdAt: new Date(clock.now()).toISOString(),
  };
  if (!store.webhooks.add(webhook, LIMITS.webhooksPerAccount)) {
    throw invalidRequest([
      `The account already has ${LIMITS.webhooksPerAccount} webhooks, and more are not possible; delete one first.`,
    ]);
  }
  return webhook;
}
