import { lookup as dnsLookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from '../domain/webhook-rules.ts';

export interface PostRequest {
  webhookId: string;
  url: string;
  body: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** `status` is null when there was no answer; `error` is empty on success. */
export interface PostResult {
  status: number | null;
  error: string;
}

export type Post = (request: PostRequest) => Promise<PostResult>;

export const DELIVERY_TIMEOUT_MS = 15_000;

/**
 * One HTTP POST: a 2xx within 15 s is success; a redirect is a failure and not followed (docs/decisions.md). Never
 * rejects.
 */
export function createPost(options: { forbidPrivate: boolean; timeoutMs?: number }): Post {
  const timeoutMs = options.timeoutMs ?? DELIVERY_TIMEOUT_MS;
  return ({ url, body, headers, signal }) =>
    new Promise((resolve) => {
      const target = new URL(url);
      const host = target.hostname.replace(/^\[|\]$/g, '');
      if (options.forbidPrivate && isIP(host) && isPrivateAddress(host)) {
        resolve({ status: null, error: PRIVATE });
        return;
      }
      const bytes = Buffer.from(body, 'utf8');
      const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
        method: 'POST',
        // A kept connection may be closed by the receiver just as it is used again, which would look like a failure.
        agent: false,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': bytes.length,
          'user-agent': 'document-signing-service/1.0',
        },
        signal,
        ...(options.forbidPrivate && { lookup: lookupOnInternet }),
      });
      const timer = setTimeout(
        () => request.destroy(new Error(`No answer within ${timeoutMs / 1000} seconds.`)),
        timeoutMs,
      );
      const finish = (result: PostResult) => {
        clearTimeout(timer);
        resolve(result);
      };
      request.on('response', (response) => {
        const status = response.statusCode ?? 0;
        // What the receiver says beyond its status is of no interest, and may be endless.
        response.on('error', () => undefined);
        response.resume();
        finish({ status, error: statusError(status) });
        setTimeout(() => response.destroy(), 1000).unref();
      });
      request.on('error', (error: Error & { code?: string }) => {
        finish({ status: null, error: error.message || error.code || 'The connection failed.' });
      });
      request.end(bytes);
    });
}

function statusError(status: number): string {
  if (status >= 200 && status < 300) return '';
  return status >= 300 && status < 400
    ? `The receiver redirected (${status}); redirects are not followed.`
    : `The receiver answered ${status}.`;
}

const PRIVATE = 'The address is on this machine or a private network, which is not allowed.';

/** A name on the internet may still resolve to a private address; that is only seen when connecting. */
const lookupOnInternet: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error || !first) callback(error ?? new Error(`${hostname} does not resolve.`), '', 0);
    else if (addresses.some(({ address }) => isPrivateAddress(address))) callback(new Error(PRIVATE), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
