import Fastify, { type FastifyInstance } from 'fastify';
import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import { refusalAnswer, asRefusal, errorBody } from './api/errors.ts';
import { API_PREFIX, endpoints, give, registerApi } from './api/router.ts';
import type { ApiServices } from './api/services.ts';
import { Refusal } from './domain/refusal.ts';
import { sendNotFoundPage } from './pages/register.ts';

const BODY_AT_MOST = 1024 * 1024;
/** More than any request needs; whatever goes through a body by calling itself relies on it. */
const LEVELS_AT_MOST = 64;
/** A path parameter may be any text that fits into a request; what is too long for an id simply is not found. */
const PARAMETER_AT_MOST = maxHeaderSize;
/** A recipient's attachment of 10 MB may come over a slow line. */
const REQUEST_TIMEOUT_MS = 120_000;

/**
 * The HTTP application: the API under `/v1`. Pages and local controls are registered by the caller beside it. Whatever
 * goes wrong is answered with the error body of section 2.
 */
export function buildApp(services: ApiServices): FastifyInstance {
  const report = services.actions.report;
  const app = Fastify({
    bodyLimit: BODY_AT_MOST,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: PARAMETER_AT_MOST },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, _request, reply) => {
      void give(reply, refusalAnswer(asRefusal(error)));
    },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, parseJson(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // Clients commonly name a content type although they send nothing; without a body it means nothing.
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    if (chunked === undefined && (length === undefined || length === '0'))
      delete request.headers['content-type'];
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.code === 'internal') report(`${request.method} ${request.url}`, error);
    return give(reply, refusalAnswer(refusal));
  });

  const paths = knownPaths(services);
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
    const methods = paths.find(({ expression }) => expression.test(path))?.methods;
    if (!methods && sendNotFoundPage(request, reply)) return reply;
    if (!methods)
      return give(reply, refusalAnswer(new Refusal('not_found', 'There is nothing at this address.')));
    const allow = methods.join(', ');
    const refusal = new Refusal('method_not_allowed', `${request.method} is not possible here; ${allow} is.`);
    return give(reply, refusalAnswer(refusal, { allow }));
  });

  registerApi(app, services);
  return app;
}

/** UTF-8 JSON; nothing at all is no body. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('malformed_request', 'The request body is not valid UTF-8.');
  }
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refusal(
      'malformed_request',
      `The request body is not valid JSON: ${(error as Error).message}.`,
    );
  }
  if (isDeeperThan(value, LEVELS_AT_MOST)) {
    throw new Refusal(
      'malformed_request',
      `The request body has lists and objects inside one another more than ${LEVELS_AT_MOST} levels deep; send flat values.`,
    );
  }
  return value;
}

/** Goes level by level, not into itself: that is what too deep a value would break. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}

/** For the wrong method at a right path: which methods each path has. */
function knownPaths(services: ApiServices): { expression: RegExp; methods: string[] }[] {
  const methods = new Map<string, string[]>([['/openapi.json', ['GET', 'HEAD']]]);
  for (const { operation } of endpoints(services)) {
    const known = methods.get(operation.path) ?? [];
    known.push(...(operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]));
    methods.set(operation.path, known);
  }
  return [...methods].map(([path, all]) => ({
    expression: new RegExp(`^${API_PREFIX}${path.replace('.', '\\.').replace('{id}', '[^/]*')}$`),
    methods: all,
  }));
}

/** What is not even HTTP never reaches the router; it is answered on the bare connection. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'malformed_request', 'The request headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'request_timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'malformed_request', 'The request is not valid HTTP.'];
  const body = errorBody(code, message);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
