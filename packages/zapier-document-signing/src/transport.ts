import {
  SigningClient,
  checkBaseUrl,
  type Transport,
  type TransportResponse,
} from '@document-signing/shared';
import type {
  Bundle,
  HttpRequestOptions,
  HttpResponse,
  RawHttpResponse,
  ZObject,
} from 'zapier-platform-core';
import type { Deadline } from './deadline.ts';

/**
 * Zapier's own, which a request without `merge` would lack: by it the engine knows that the request is logged already.
 * Others it logs once more, and keeps their whole answer in memory for that, a PDF's too.
 */
const USER_AGENT = 'Zapier';

/**
 * The client for one call from Zapier, with the connection's base URL and token. It has no clock, so it repeats
 * nothing: Zapier itself tries again, later, where that is safe.
 */
export function signingClient(z: ZObject, bundle: Bundle, deadline: Deadline): SigningClient {
  const { base_url: baseUrl = '', token = '' } = bundle.authData ?? {};
  return new SigningClient({
    baseUrl: checkBaseUrl(baseUrl, 'strict'),
    token: checkToken(token),
    transport: transport(z, deadline),
  });
}

/**
 * shared's Transport over `z.request`, which logs, scrubs secrets from the log, and goes out from Zapier's addresses.
 * Each request, the body of its answer included, is given what is left of the call's time.
 */
export function transport(z: ZObject, deadline: Deadline): Transport {
  return async ({ method, url, headers, body, expect }) => {
    const abort = new AbortController();
    // The engine's own limit counts the wait for an answer and its transfer each by itself, and a stream's not at all.
    const forget = deadline.atEnd(() => abort.abort());
    const options = {
      url,
      method,
      headers: { 'user-agent': USER_AGENT, ...headers },
      body,
      signal: abort.signal,
      redirect: 'manual',
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      // Else a note with {{bundle.x}} in its text would be refused, and app-wide settings would reach other origins.
      merge: false,
    } satisfies HttpRequestOptions & {
      url: string;
      signal: AbortSignal;
      throwForThrottlingEarly: boolean;
      merge: boolean;
    };
    try {
      if (expect === 'stream') {
        const answer = await deadline.hold(z.request({ ...options, raw: true }), timeout);
        // Nobody may be reading any more when the time ends.
        answer.body.on('error', () => undefined).once('close', forget);
        return streamed(answer);
      }
      const answer = read(await deadline.hold(z.request(options), timeout));
      forget();
      return answer;
    } catch (error) {
      forget();
      throw abort.signal.aborted ? timeout() : error;
    }
  };
}

function read(answer: HttpResponse): TransportResponse {
  return { status: answer.status, headers: headersOf(answer), body: answer.content };
}

function streamed(answer: RawHttpResponse): TransportResponse {
  return { status: answer.status, headers: headersOf(answer), body: answer.body };
}

function headersOf({ headers }: { headers: unknown }): Record<string, string> {
  return Object.fromEntries(headers as Iterable<[string, string]>);
}

/** What the client knows a timeout by. */
function timeout(): Error {
  return Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
}

/** A token that cannot be one. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/**
 * The token without blanks around it. What cannot stand in a header is refused here: the HTTP library's own words for
 * it would show the token.
 */
function checkToken(token: string): string {
  const text = String(token).trim();
  if (text === '')
    throw new TokenError('No token is given: enter one that was created in the product’s settings.');
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new TokenError(
      'The token holds characters that no token has: copy it again from the product’s settings.',
    );
  }
  return text;
}
