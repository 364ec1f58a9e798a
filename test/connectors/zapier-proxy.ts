import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/**
 * Stands between the app and a service: notes every request, and answers those itself that the test wants answered
 * otherwise, as other services would. Everything else goes on to the service behind it.
 */
export interface Proxy {
  /** What the app is given as its base URL. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly requests: NotedRequest[];
  /** Answers requests from now on; undefined lets a request through. */
  answer(answer: (request: NotedRequest) => ProxyAnswer | undefined): void;
  close(): Promise<void>;
}

export interface NotedRequest {
  method: string;
  /** Below the origin, its query included. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ProxyAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer | object;
  /** Milliseconds before the answer. */
  delay?: number;
  /** Ends the connection in place of an answer. */
  cut?: boolean;
  /** Lets the request through after the delay. */
  forward?: boolean;
}

export async function startProxy(behind?: string): Promise<Proxy> {
  const requests: NotedRequest[] = [];
  let answerFor: (request: NotedRequest) => ProxyAnswer | undefined = () => undefined;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const noted = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(noted);
      const own = answerFor(noted);
      if (own?.delay) await new Promise((resolve) => setTimeout(resolve, own.delay));
      if (own?.cut) {
        request.socket.destroy();
      } else if (own && !own.forward) {
        const isText = typeof own.body === 'string' || Buffer.isBuffer(own.body);
        const body = isText
          ? (own.body as string | Buffer)
          : own.body === undefined
            ? ''
            : JSON.stringify(own.body);
        const type = isText ? {} : { 'Content-Type': 'application/json' };
        response.writeHead(own.status ?? 200, { ...type, ...own.headers }).end(body);
      } else {
        const { host: _host, connection: _connection, ...headers } = noted.headers as Record<string, string>;
        const answer = await fetch(new URL(noted.path, behind), {
          method: noted.method,
          headers,
          redirect: 'manual',
          ...(noted.body !== '' && { body: noted.body }),
        });
        const {
          'content-encoding': _encoding,
          'transfer-encoding': _transfer,
          ...given
        } = Object.fromEntries(answer.headers);
        response.writeHead(answer.status, given).end(Buffer.from(await answer.arrayBuffer()));
      }
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    answer: (answer) => {
      answerFor = answer;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An error body as the API document has it (section 2). */
export function errorBody(code: string, message: string, problems?: string[]): object {
  return { error: { code, message, ...(problems && { details: { problems } }) } };
}
