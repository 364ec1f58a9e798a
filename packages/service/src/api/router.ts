import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest, LimitReached } from '../domain/refusal.ts';
import { accountEndpoints } from './account.ts';
import type { Answer } from './answer.ts';
import { json } from './answer.ts';
import { authenticate } from './authentication.ts';
import type { Caller } from '../store/accounts.ts';
import { documentEndpoints } from './documents.ts';
import { limitHeaders } from './errors.ts';
import { eventEndpoints } from './events.ts';
import { openApiDocument } from './openapi.ts';
import type { ApiRequest, Endpoint } from './operation.ts';
import { SCHEMAS } from './schemas.ts';
import type { ApiServices } from './services.ts';
import { templateEndpoints } from './templates.ts';
import { compileShape, type ShapeCheck } from './validation.ts';
import { webhookEndpoints } from './webhooks.ts';

export const API_PREFIX = '/v1';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** All endpoints, in the API document's order. */
export function endpoints(services: ApiServices): Endpoint[] {
  return [
    ...accountEndpoints(),
    ...templateEndpoints(services),
    ...documentEndpoints(services),
    ...eventEndpoints(services),
    ...webhookEndpoints(services),
  ];
}

export function registerApi(app: FastifyInstance, services: ApiServices): void {
  const all = endpoints(services);
  app.decorateRequest('caller', null);
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) => {
    const operations = all.map(({ operation }) => operation);
    return give(reply, json(openApiDocument(operations, services.baseUrl())));
  });
  for (const endpoint of all) register(app, services, endpoint);
}

/** Before the body is read: who asks, and whether the limit lets them (sections 5 and 8). */
function admit(services: ApiServices, request: FastifyRequest, reply: FastifyReply): void {
  const { store, clock } = services.actions;
  const now = clock.now();
  const caller = authenticate(store.accounts, request.headers, now);
  const allowance = services.requests.take(caller.tokenId, now);
  if (!allowance.allowed) {
    const { limit, resetSeconds } = allowance;
    throw new LimitReached(
      `At most ${limit} requests a minute are possible; try again in ${resetSeconds} s.`,
      allowance,
    );
  }
  reply.headers(limitHeaders(allowance));
  request.caller = caller;
}

function register(app: FastifyInstance, services: ApiServices, { operation, handle }: Endpoint): void {
  const checkQuery = operation.query && queryCheck(operation.query);
  const checkBody = operation.body && compileShape(SCHEMAS[operation.body.schema], 'The request body');
  const bodyRequired = operation.body?.required ?? false;
  app.route({
    method: operation.method,
    url: `${API_PREFIX}${operation.path.replace('{id}', ':id')}`,
    onRequest: (request, reply, done) => {
      admit(services, request, reply);
      done();
    },
    // Not an async function: most answers are ready at once, and a promise would only make them later.
    handler: (request, reply) => {
      const { account, tokenId } = request.caller as Caller;
      const { id = '' } = request.params as { id?: string };
      const body = request.body === undefined && !bodyRequired ? {} : request.body;
      const input: ApiRequest = {
        account,
        tokenId,
        id,
        query: checkQuery ? checkQuery(request.query as Record<string, unknown>) : {},
        body,
        bodyProblems: checkBody ? checkBody(body) : [],
      };
      const answer = handle(input);
      if (answer instanceof Promise) return answer.then((ready) => give(reply, ready));
      give(reply, answer);
      return undefined;
    },
  });
}

/** Reads a query by its parameters' schemas: whole numbers as numbers, every problem at once, unknown names ignored. */
function queryCheck(properties: NonNullable<Endpoint['operation']['query']>) {
  const check: ShapeCheck = compileShape({ type: 'object', properties }, 'The query');
  return (given: Record<string, unknown>): ApiRequest['query'] => {
    const query: Record<string, string | number | undefined> = {};
    for (const [name, { type, format }] of Object.entries(properties)) {
      const value = given[name] as string | undefined;
      if (value === undefined) continue;
      if (type === 'integer' && /^\d{1,15}$/.test(value)) query[name] = Number(value);
      // A "+" that was not percent-encoded arrives as a space; in a date-time it can only have been the offset's sign.
      else if (format === 'date-time' && typeof value === 'string')
        query[name] = value.replace(/ (?=\d\d:\d\d$)/, '+');
      else query[name] = value;
    }
    const problems = check(query);
    if (problems.length > 0) throw invalidRequest(problems.map(({ message }) => message));
    return query;
  };
}

export function give(reply: FastifyReply, { status, body, type, headers }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (body === null) return reply.send();
  reply.header('content-type', type);
  return reply.send(
    typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  );
}
