import { LimitReached, Refusal, type RefusalCode } from '../domain/refusal.ts';
import { json, type Answer } from './answer.ts';

/** Which HTTP status each refusal has (section 7). */
const STATUSES: Record<RefusalCode, number> = {
  malformed_request: 400,
  unauthorized: 401,
  plan_limit_reached: 402,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  document_not_in_progress: 409,
  document_finished: 409,
  document_not_completed: 409,
  document_changed: 409,
  recipient_finished: 409,
  recipient_not_in_turn: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  rate_limited: 429,
  internal: 500,
};

/** The error body of section 2, as JSON text. */
export function errorBody(code: string, message: string, problems: readonly string[] = []): string {
  return JSON.stringify({ error: { code, message, ...(problems.length > 0 && { details: { problems } }) } });
}

export function refusalAnswer(refusal: Refusal, headers: Record<string, string> = {}): Answer {
  const status = STATUSES[refusal.code];
  const problems = refusal.problems.map(({ message }) => message);
  const body = JSON.parse(errorBody(refusal.code, refusal.message, problems)) as unknown;
  const extra: Record<string, string> =
    refusal instanceof LimitReached
      ? { ...limitHeaders(refusal.allowance), 'retry-after': String(refusal.allowance.resetSeconds) }
      : refusal.code === 'unauthorized'
        ? { 'www-authenticate': 'Bearer' }
        : {};
  return json(body, status, { ...headers, ...extra });
}

export function limitHeaders(allowance: LimitReached['allowance']): Record<string, string> {
  return {
    'ratelimit-limit': String(allowance.limit),
    'ratelimit-remaining': String(allowance.remaining),
    'ratelimit-reset': String(allowance.resetSeconds),
  };
}

/** What Fastify itself reports about a request, in the service's words; anything else is an internal error. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode, code = '' } = error as { statusCode?: number; code?: string };
  if (statusCode === 413) return new Refusal('payload_too_large', 'The request body is too large.');
  if (statusCode === 415) {
    return new Refusal('unsupported_media_type', 'Send the request body as application/json.');
  }
  if (code === 'FST_ERR_BAD_URL')
    return new Refusal('malformed_request', 'The address is not valid: its percent-encoding is broken.');
  if (statusCode === 408) return new Refusal('request_timeout', 'The request took too long to arrive.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('malformed_request', 'The request could not be read.');
  }
  return new Refusal('internal', 'Something went wrong inside the service; it was not your request.');
}
