import { ApiError, systemCode, type Subject } from './api-error.ts';
import type { TransportResponse } from './transport.ts';

/** The only place that says what an answer means: status, body and headers to a result or an `ApiError`. */

/** A header's value whatever the case of its name; the first of a list. */
export function header(response: TransportResponse, name: string): string | null {
  for (const [key, value] of Object.entries(response.headers)) {
    if (key.toLowerCase() !== name || value === undefined || value === null) continue;
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? null : String(first);
  }
  return null;
}

/** `Retry-After` in seconds from now, given as seconds or as an HTTP date; null where there is none. */
export function retryAfter(response: TransportResponse, now: number): number | null {
  const text = header(response, 'retry-after')?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** The body as a JSON object, or undefined where it is none. */
export function jsonObject(body: unknown): Record<string, unknown> | undefined {
  let value = body;
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const MOST_ERROR_TEXT = 64 * 1024;

/** Reads a stream to its end as text, as far as an error body ever goes. */
export async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > MOST_ERROR_TEXT) break;
  }
  return text + decoder.decode();
}

/** What each status means where the service does not say it itself (section 7). */
const PLAIN_WORDS: Record<number, string> = {
  401: 'The service did not accept the token: it is missing, revoked or expired. Create a new one in the product’s settings and enter it in the credential.',
  402: 'The plan allowance is used up: the service sends no further documents until it is raised.',
  403: 'The service does not allow this with the token in use.',
  404: 'There is no such template, document or webhook, or it belongs to someone else.',
  409: 'That is not possible in the document’s present state.',
  413: 'The request is larger than the service takes.',
  422: 'The service did not accept what was sent.',
  429: 'Too many requests in a short time: the service asks to wait.',
};

/** What a request was for, as far as its error depends on it. */
export interface Asked {
  url: string;
  /** What its path names; null where it names nothing, so that the address itself cannot be missing. */
  subject: Subject | null;
  /** False for what acts: after an unclear answer it must not be tried again blindly, so no sentence says to. */
  repeatable: boolean;
}

/** The error that an answer of 300 or more stands for. `body` is the text or the JSON value, already read. */
export function errorOf(response: TransportResponse, body: unknown, asked: Asked, now: number): ApiError {
  const { status } = response;
  const { url, subject } = asked;
  const error = jsonObject(jsonObject(body)?.error);
  const details = jsonObject(error?.details);
  const problems = Array.isArray(details?.problems)
    ? details.problems.filter((problem) => typeof problem === 'string' && problem.trim() !== '').map(String)
    : [];
  const code = typeof error?.code === 'string' ? error.code : '';
  const wait = retryAfter(response, now);
  const said = typeof error?.message === 'string' ? error.message.trim() : '';

  if (status >= 300 && status < 400) return redirected(response, asked);
  // What always exists cannot be missing: then it is not this API, or not this version of it, that answers there.
  if ((status === 404 && !subject) || (!error && [405, 410, 501].includes(status))) {
    return new ApiError(
      `${place(url)} answers, but not as the document signing API does (status ${status}): check the base URL, whose path ends in /v1.`,
      { status, code: 'not_the_api', retryAfter: wait },
    );
  }
  const facts = { status, code, problems, retryAfter: wait, subject };
  if (status === 404 && subject && !said) {
    return new ApiError(
      `${missingSentence(subject)} If it is there, check the base URL, whose path ends in /v1.`,
      facts,
    );
  }
  const later = asked.repeatable ? ': try again later.' : '.';
  const message =
    said ||
    PLAIN_WORDS[status] ||
    (status >= 500
      ? `The service has a problem of its own (status ${status})${later}`
      : `The service refused the request (status ${status}).`);
  return new ApiError(message, facts);
}

/** What a 404 means for a user: what was chosen once, in the field of that name, is not there now. */
export function missingSentence({ kind, id }: Subject): string {
  const field = `${kind[0]!.toUpperCase()}${kind.slice(1)}`;
  return `There is no ${kind} with the id “${id}” any more, or it belongs to someone else: choose another in the field “${field}”.`;
}

function redirected(response: TransportResponse, { url }: Asked): ApiError {
  const { status } = response;
  const target = header(response, 'location') ?? '';
  const elsewhere = URL.canParse(target, url) && new URL(target, url).origin !== new URL(url).origin;
  return new ApiError(
    elsewhere
      ? `The service at ${place(url)} redirects to ${place(target)}, and the token is not taken along: enter the address it redirects to as the base URL.`
      : `The service at ${place(url)} redirects the request (status ${status})${target ? ` to ${place(target)}` : ''} where it should answer: check the base URL, whose path ends in /v1.`,
    { status, code: 'redirected' },
  );
}

/** The error for an answer that is a success but not what the API document says. */
export function notTheApi(url: string, status: number): ApiError {
  return new ApiError(
    `What answers at ${place(url)} is not the document signing API: check the base URL, whose path ends in /v1.`,
    { status, code: 'not_the_api' },
  );
}

const TIMED_OUT = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT']);
const CUT = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_BAD_RESPONSE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
]);

/** The error for a request that got no answer at all, or not all of it. */
export function unreachable({ url, repeatable }: Asked, cause: unknown): ApiError {
  const code = systemCode(cause);
  const host = place(url);
  const later = repeatable ? ': try again later.' : '.';
  const words =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? `There is no host by the name in ${host}: check the base URL.`
      : code === 'ECONNREFUSED'
        ? `No service answers at ${host}: check the base URL and that the service is running.`
        : TIMED_OUT.has(code)
          ? `The service at ${host} did not answer in time${later}`
          : CUT.has(code)
            ? `The connection to ${host} was cut before the service had answered${later}`
            : /CERT|SELF_SIGNED|TLS|SSL|EPROTO/.test(code)
              ? `No secure connection to ${host} can be made (${code}): check the base URL and the service’s certificate.`
              : `The service at ${host} cannot be reached${code ? ` (${code})` : ''}: check the base URL and the network.`;
  return new ApiError(words, { status: 0, code: 'unreachable', cause });
}

/** Origin and path, without the query: what may stand in a message. */
function place(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/@]*@/i, '$1');
}
