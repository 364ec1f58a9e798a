import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SigningClient, type RetryPolicy } from '../../src/index.ts';
import { axiosTransport } from '../../src/axios.ts';

/** A real HTTP server that answers as a test says: services that made other choices than ours. */
export interface OddService {
  origin: string;
  baseUrl: string;
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  client(options?: { token?: string; retry?: Partial<RetryPolicy>; now?: () => number }): SigningClient;
  /** Milliseconds the client was made to wait, in order. */
  waits: number[];
  close(): Promise<void>;
}

export async function oddService(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<OddService> {
  const requests: OddService['requests'] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      });
      answer(request, response, body);
    });
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waits: number[] = [];
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    waits,
    client: ({ token = 'secret-token', retry, now = Date.now } = {}) =>
      new SigningClient({
        baseUrl: `${origin}/v1`,
        token,
        transport: axiosTransport(),
        clock: {
          now,
          sleep: (milliseconds) => {
            waits.push(milliseconds);
            return Promise.resolve();
          },
        },
        retry,
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
