import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService, type RunningService, type StartOptions } from '../src/index.ts';

/** What the tests share: a service on a free port, and a receiver of its deliveries; both end with the test file. */

const open: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** An answer as tests look into it, whose form is what they test. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- its form is checked by the expectations, not by the compiler
export type Loose = any;

export interface Answered<T = Loose> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface TestService extends RunningService {
  /** A request with Ada's token, unless another one (or null for none) is given. */
  call<T = Loose>(method: string, path: string, body?: unknown, token?: string | null): Promise<Answered<T>>;
  sendLease(more?: object): Promise<Loose>;
  ada: string;
}

export const LEASE = {
  recipients: [
    { role: 'Landlord', email: 'lea@example.com', name: 'Lea' },
    { role: 'Tenant', email: 'tim@example.com', name: 'Tim' },
  ],
  fields: { Address: 'Main St 1', 'Monthly rent': 1200, 'Start date': '2026-03-01' },
};

export async function running(options: StartOptions = {}): Promise<TestService> {
  const service = await startService({
    requestsPerMinute: 1_000_000,
    sendsPer10Minutes: 1_000_000,
    ...options,
  });
  open.push(() => service.close());
  const ada = service.tokens?.ada ?? '';
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = ada,
  ): Promise<Answered<T>> => {
    const url = path.startsWith('/_local') ? service.url : service.baseUrl;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : undefined) as T,
    };
  };
  return Object.assign(service, {
    ada,
    call,
    async sendLease(more: object = {}) {
      const { status, body, text } = await call<object>('POST', '/templates/tpl_lease/send', {
        ...LEASE,
        ...more,
      });
      if (status !== 201) throw new Error(`send answered ${status}: ${text}`);
      return body;
    },
  });
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  event: Loose;
  at: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Status to answer by path; a function may also never answer. Default 200. */
  answer: (received: Received) => number | 'never' | 'cut';
  /** Resolves once `count` deliveries (of `path`) have come. */
  until(count: number, path?: string): Promise<Received[]>;
  server: Server;
}

export async function receiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString('utf8');
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        raw,
        event: JSON.parse(raw) as object,
        at: Date.now(),
      };
      const answer = it.answer(one);
      it.received.push(one);
      if (answer === 'never') return;
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      response
        .writeHead(answer, answer >= 300 && answer < 400 ? { location: '/elsewhere' } : {})
        .end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const it: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: () => 200,
    server,
    async until(count, path) {
      const end = Date.now() + 20_000;
      for (;;) {
        const found = it.received.filter((one) => path === undefined || one.path === path);
        if (found.length >= count) return found;
        if (Date.now() > end) throw new Error(`Only ${found.length} of ${count} deliveries came.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return it;
}
