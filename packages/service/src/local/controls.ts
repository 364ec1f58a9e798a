import type { FastifyInstance, FastifyReply } from 'fastify';
import { json, noContent } from '../api/answer.ts';
import { errorBody } from '../api/errors.ts';
import { tokenHash } from '../api/authentication.ts';
import { API_PREFIX, give } from '../api/router.ts';
import { compileShape } from '../api/validation.ts';
import { documentView, withBaseAddress } from '../api/views.ts';
import { parseDateTime } from '../domain/date-pattern.ts';
import { DAY_MS } from '../domain/limits.ts';
import { invalidRequest, Refusal } from '../domain/refusal.ts';
import type { JsonSchema } from '../domain/template-schema.ts';
import { addToken, DEMO_ACCOUNTS } from '../seed/demo.ts';
import { defineTemplate, type TemplateDraft } from '../seed/define-template.ts';
import { manyFieldsTemplate, strangeNamesTemplate } from '../seed/demanding-templates.ts';
import type { RunningService } from '../service.ts';
import { actOnDocument, type Act } from './act.ts';
import type { DeliveryFault, Faults, RequestFault } from './faults.ts';

/** What is no part of the API: the clock, faults, reset and acts of people, for tests and demonstrations. */
export const LOCAL_PREFIX = '/_local';

const count = { type: 'integer', minimum: 1 };
const string = { type: 'string' };
const account = { type: 'string', enum: Object.keys(DEMO_ACCOUNTS) };

function body(properties: Record<string, JsonSchema>, required: string[] = []): (given: unknown) => void {
  const check = compileShape(
    { type: 'object', properties, required, additionalProperties: false },
    'The request body',
  );
  return (given) => {
    const problems = check(given);
    if (problems.length > 0) throw invalidRequest(problems.map(({ message }) => message));
  };
}

const CHECKS = {
  clock: body({ advanceSeconds: { type: 'number' }, now: { type: 'string', format: 'date-time' } }),
  faults: body(
    {
      count,
      method: string,
      pathPrefix: string,
      status: { type: 'integer', minimum: 200, maximum: 599 },
      body: { type: 'string', enum: ['error', 'html', 'empty'] },
      retryAfter: { type: ['string', 'integer'] },
      delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
      cut: { type: 'string', enum: ['before', 'after'] },
    },
    ['count'],
  ),
  deliveryFaults: body(
    {
      count,
      webhookId: string,
      kind: { type: 'string', enum: ['status', 'timeout', 'connection'] },
      status: { type: 'integer', minimum: 200, maximum: 599 },
    },
    ['count', 'kind'],
  ),
  settle: body({ timeoutMs: count }),
  tokens: body({ account, lifetimeDays: { type: 'number', minimum: 0, maximum: 365 } }, ['account']),
  revoke: body({ token: string }, ['token']),
  accounts: body({ account, disabled: { type: 'boolean' } }, ['account', 'disabled']),
  allowance: body({ allowance: { type: ['integer', 'null'], minimum: 0 } }, ['allowance']),
};

export function registerLocalControls(app: FastifyInstance, service: RunningService, faults: Faults): void {
  registerFaults(app, faults);
  const { clock, store, actions } = service;

  const get = (path: string, answer: (query: Record<string, string>) => unknown) =>
    app.get(`${LOCAL_PREFIX}${path}`, (request, reply) =>
      give(reply, json(answer(request.query as Record<string, string>))),
    );
  const post = (path: string, answer: (given: unknown, id: string) => unknown) =>
    app.post(`${LOCAL_PREFIX}${path}`, async (request, reply: FastifyReply) => {
      const { id = '' } = request.params as { id?: string };
      const answered = await answer(request.body ?? {}, id);
      return give(reply, answered === undefined ? noContent() : json(answered));
    });

  const time = () => ({ now: new Date(clock.now()).toISOString(), offsetSeconds: clock.offset() / 1000 });

  get('/clock', time);
  post('/clock', async (given) => {
    CHECKS.clock(given);
    const { advanceSeconds, now } = given as { advanceSeconds?: number; now?: string };
    if (now !== undefined) clock.set(parseDateTime(now) ?? clock.now());
    if (advanceSeconds !== undefined) clock.advance(advanceSeconds * 1000);
    await service.keepTime();
    actions.changed();
    return time();
  });

  get('/faults', () => ({ requests: faults.requests, deliveries: faults.deliveries }));
  post('/faults', (given) => {
    CHECKS.faults(given);
    faults.requests.push({ ...(given as RequestFault) });
  });
  post('/delivery-faults', (given) => {
    CHECKS.deliveryFaults(given);
    faults.deliveries.push({ ...(given as DeliveryFault) });
  });
  app.delete(`${LOCAL_PREFIX}/faults`, (_request, reply) => {
    faults.clear();
    return give(reply, noContent());
  });

  get('/deliveries', ({ limit = '100' }) => ({
    data: store.deliveries.list(Math.max(1, Number(limit) || 100)),
  }));
  post('/settle', async (given) => {
    CHECKS.settle(given);
    return { settled: await service.settle((given as { timeoutMs?: number }).timeoutMs) };
  });
  post('/reset', async () => {
    await service.reset();
  });

  post('/templates', (given) => {
    const draft = given as Partial<TemplateDraft> & { sample?: string; fieldCount?: number };
    const ownerId = draft.ownerId ?? DEMO_ACCOUNTS.ada;
    const template =
      draft.sample === 'many-fields'
        ? manyFieldsTemplate(ownerId, draft.fieldCount)
        : draft.sample === 'strange-names'
          ? strangeNamesTemplate(ownerId)
          : defineTemplate({ id: actions.ids.next('tpl'), name: 'Test', roles: [], ...draft, ownerId });
    service.addTemplate(template);
    return { id: template.id };
  });
  post('/documents/:id/act', async (given, id) =>
    JSON.parse(
      withBaseAddress(documentView(await actOnDocument(actions, id, given as Act)), service.baseUrl),
    ),
  );

  post('/tokens', (given) => {
    CHECKS.tokens(given);
    const { account: who, lifetimeDays = 365 } = given as {
      account: keyof typeof DEMO_ACCOUNTS;
      lifetimeDays?: number;
    };
    const token = `dst_${actions.ids.secret()}`;
    addToken(store, actions.ids, DEMO_ACCOUNTS[who], token, clock.now(), {
      lifetimeMs: lifetimeDays * DAY_MS,
    });
    return { token };
  });
  post('/tokens/revoke', (given) => {
    CHECKS.revoke(given);
    const { token } = given as { token: string };
    if (!store.accounts.revokeToken(tokenHash(token), clock.now())) {
      throw new Refusal('not_found', 'There is no such token, or it is revoked already.');
    }
  });
  post('/accounts', (given) => {
    CHECKS.accounts(given);
    const { account: who, disabled } = given as { account: keyof typeof DEMO_ACCOUNTS; disabled: boolean };
    store.accounts.setDisabled(DEMO_ACCOUNTS[who], disabled);
  });
  post('/plan-allowance', (given) => {
    CHECKS.allowance(given);
    store.accounts.setAllowance((given as { allowance: number | null }).allowance);
  });
}

/** Faults strike requests to the API before anything else looks at them. */
function registerFaults(app: FastifyInstance, faults: Faults): void {
  const toBeCut = new WeakSet<object>();
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.startsWith(`${API_PREFIX}/`) ? request.url.slice(API_PREFIX.length) : null;
    const fault = path === null ? null : faults.forRequest(request.method, path);
    if (!fault) {
      done();
      return;
    }
    const strike = () => {
      if (fault.cut === 'before') {
        reply.hijack();
        request.raw.socket.destroy();
        return;
      }
      if (fault.cut === 'after') toBeCut.add(request.raw);
      if (fault.status === undefined) done();
      else answerFault(reply, fault, fault.status);
    };
    if (fault.delayMs) setTimeout(strike, fault.delayMs);
    else strike();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (toBeCut.has(request.raw)) request.raw.socket.destroy();
    done(null, payload);
  });
}

function answerFault(
  reply: FastifyReply,
  { body: kind = 'error', retryAfter }: RequestFault,
  status: number,
): void {
  reply.code(status);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (kind === 'empty') void reply.send();
  else if (kind === 'html') void reply.type('text/html').send(`<html><body><h1>${status}</h1></body></html>`);
  else
    void reply
      .type('application/json; charset=utf-8')
      .send(errorBody(FAULT_CODES[status] ?? 'internal', `A fault that was asked for: ${status}.`));
}

const FAULT_CODES: Record<number, string> = {
  401: 'unauthorized',
  402: 'plan_limit_reached',
  404: 'not_found',
  429: 'rate_limited',
};
