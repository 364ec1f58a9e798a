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

/** Zapier ends every call after 30 seconds: an answer that takes longer ends in words instead. */
const LONGEST_WAIT = 25_000;

/**
 * Zapier's own, which a request without `merge` would lack: by it the engine knows that the request is logged already.
 * Others it logs once more, and keeps their whole answer in memory for that, a PDF's too.
 */
const USER_AGENT = 'Zapier';

/**
 * The client for one call from Zapier, with the connection's base URL and token. It has no clock, so it repeats
 * nothing: Zapier itself tries again, later, where that is safe.
 */
export function signingClient(z: ZObject, bundle: Bundle): SigningClient {
  const { base_url: baseUrl = '', token = '' } = bundle.authData ?? {};
  return new SigningClient({
    baseUrl: checkBaseUrl(baseUrl, 'strict'),
    token: checkToken(token),
    transport: transport(z),
  });
}

/** shared's Transport over `z.request`, which logs, scrubs secrets from the log, and goes out from Zapier's addresses. */
export function transport(z: ZObject): Transport {
  return async ({ method, url, headers, body, expect }) => {
    const options = {
      url,
      method,
      headers: { 'user-agent': USER_AGENT, ...headers },
      body,
      timeout: LONGEST_WAIT,
      redirect: 'manual',
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      // Else a note with {{bundle.x}} in its text would be refused, and app-wide settings would reach other origins.
      merge: false,
    } satisfies HttpRequestOptions & { url: string; throwForThrottlingEarly: boolean; merge: boolean };
    try {
      return expect === 'stream'
        ? streamed(await z.request({ ...options, raw: true }))
        : read(await z.request(options));
    } catch (error) {
      throw timedOut(error) ? Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }) : error;
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

/** node-fetch tells a timeout by its type alone. */
function timedOut(error: unknown): boolean {
  return /^(request|body)-timeout$/.test(String((error as { type?: unknown } | null)?.type));
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
