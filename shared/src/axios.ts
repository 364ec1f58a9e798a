import axios, { type AxiosRequestConfig } from 'axios';
import type { Clock, Transport } from './client/transport.ts';

/**
 * The Transport outside the platforms: scripts, tests, anyone who uses the client by itself. `options` are axios's own
 * (proxy, agents …); `timeout` is in milliseconds and is 30 s where nothing else is said.
 */
export function axiosTransport(options: AxiosRequestConfig = {}): Transport {
  const http = axios.create({
    timeout: 30_000,
    ...options,
    maxRedirects: 0,
    validateStatus: () => true,
    transformResponse: (body: unknown) => body,
    transformRequest: (body: unknown) => body,
    maxContentLength: Infinity,
    maxBodyLength: Infinity,
  });
  return async ({ method, url, headers, body, expect }) => {
    const answer = await http
      .request<unknown>({
        method,
        url,
        // Without a body axios would name a content type of its own.
        headers: body === undefined ? { ...headers, 'Content-Type': false } : headers,
        data: body,
        responseType: expect === 'stream' ? 'stream' : 'text',
      })
      .catch((error: unknown) => {
        // axios's own error carries the request with its headers, and so the token.
        const { message, code } = error as { message: string; code?: string };
        throw Object.assign(new Error(message), { code });
      });
    return {
      status: answer.status,
      headers: answer.headers as Record<string, string | string[]>,
      body: answer.data,
    };
  };
}

/** The machine's clock, for a client outside the platforms: with it, requests are tried again (see `retry`). */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
