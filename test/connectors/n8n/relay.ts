import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that passed the relay. */
export interface Passed {
  method: string;
  path: string;
  authorization: string | undefined;
  status?: number;
}

export interface Relay {
  /** What a client is given in place of the service's own base URL. */
  baseUrl: string;
  passed: Passed[];
  /** Answers a request itself instead of passing it on, where it returns true. */
  intercept?: (incoming: IncomingMessage, answer: ServerResponse) => boolean;
  close(): Promise<void>;
}

/** Stands between a client and the service: counts what passes, and misbehaves as a test asks. */
export async function startRelay(target: string): Promise<Relay> {
  const server = createServer((incoming, answer) => {
    const entry: Passed = {
      method: incoming.method!,
      path: incoming.url!.replace(/^\/v1/, ''),
      authorization: incoming.headers.authorization,
    };
    relay.passed.push(entry);
    if (relay.intercept?.(incoming, answer)) return;
    const onward = request(
      target + incoming.url,
      { method: incoming.method, headers: incoming.headers, agent: false },
      (given) => {
        entry.status = given.statusCode;
        answer.writeHead(given.statusCode!, given.headers);
        given.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const relay: Relay = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    passed: [],
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  return relay;
}
