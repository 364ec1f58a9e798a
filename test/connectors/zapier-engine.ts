import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nativeProcess, nativeRequire } from './zapier-native.ts';
import { type Bundle, type createAppTester, type PlainInputField } from 'zapier-platform-core';

/**
 * The built Zapier app in Zapier's real engine, with the few things around the engine that Zapier itself has: the file
 * store that `z.stashFile` uploads to, and the address that webhooks are delivered to. Works in jest and in plain Node.
 */
export interface ZapierEngine {
  /** The app's definition, as the built file exports it. */
  readonly app: AppDefinition;
  /**
   * Calls one function of the app by its path, such as `creates.send_document.operation.perform`, with the engine's
   * connection. `inputFields` gives the static and the loaded fields.
   */
  run<Result = unknown>(path: string, bundle?: EngineBundle): Promise<Result>;
  /** The inputs of a step as the editor shows them for what was filled in so far. */
  fields(step: string, inputData?: Record<string, unknown>): Promise<PlainInputField[]>;
  /** Turns a trigger on: subscribes it to an address of its own on this machine. */
  subscribe(trigger: string, inputData?: Record<string, unknown>): Promise<ZapierHook>;
  /** Fetches what a result of `z.dehydrateFile` points to; gives the address of the file in the engine's store. */
  hydrate(pointer: string): Promise<string>;
  /** Writes a file of the store to the disk, and gives the name it was stored with. */
  save(address: string, path: string): Promise<string>;
  /** What `z.cache` holds. */
  readonly cache: Record<string, unknown>;
  close(): Promise<void>;
}

export type EngineBundle = Partial<Omit<Bundle, 'meta' | 'subscribeData'>> & {
  meta?: Partial<Bundle['meta']>;
  subscribeData?: unknown;
};

// Functions are looked up by path: the definition's own types would only be in the way.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AppDefinition = any;

/** A request as Zapier hands it to `perform`: the body as it came, header names in Zapier's spelling. */
export interface RawRequest {
  method: 'POST';
  querystring: string;
  headers: Record<string, string>;
  content: string;
}

/** A trigger that is turned on. */
export interface ZapierHook {
  /** What `performSubscribe` gave. */
  readonly subscribeData: { id: string; location: string | null; secret: string };
  readonly targetUrl: string;
  /** The deliveries so far. */
  readonly deliveries: readonly RawRequest[];
  /** The next delivery that was not given yet; waits for it. */
  next(timeoutMs?: number): Promise<RawRequest>;
  /** Runs `perform` on a delivery. */
  perform<Item = Record<string, unknown>>(delivery: RawRequest, bundle?: EngineBundle): Promise<Item[]>;
  unsubscribe(): Promise<void>;
}

export interface EngineOptions {
  baseUrl: string;
  token: string;
  /** Where the built app lies; `packages/zapier-document-signing` where left out. */
  appDir?: string;
}

export async function startZapierEngine({ baseUrl, token, appDir }: EngineOptions): Promise<ZapierEngine> {
  const surroundings = new Surroundings();
  const origin = await surroundings.listen();
  const { app, tester } = loadEngine(
    origin,
    appDir ?? join(process.cwd(), 'packages/zapier-document-signing'),
  );
  const authData = { base_url: baseUrl, token };

  const run = async <Result>(path: string, bundle: EngineBundle = {}): Promise<Result> => {
    const step = path.split('.').reduce<AppDefinition>((at, part) => at?.[part], app);
    if (step === undefined) throw new Error(`The app has no ${path}.`);
    const full = {
      authData,
      inputData: {},
      ...bundle,
      meta: { isLoadingSample: false, page: 0, ...bundle.meta },
    };
    return (await tester(step, full as never)) as Result;
  };

  const engine: ZapierEngine = {
    app,
    run,
    fields: (step, inputData = {}) => run(`${step}.operation.inputFields`, { inputData }),
    cache: tester.zcacheTestObj,
    hydrate: (pointer) => {
      const [, payload = ''] = /^hydrate\|\|\|(.*)\|\|\|hydrate$/s.exec(pointer) ?? [];
      const { method, bundle } = JSON.parse(payload) as { method: string; bundle: Record<string, unknown> };
      return run(method, { inputData: bundle });
    },
    save: async (address, path) => {
      await mkdir(dirname(path), { recursive: true });
      const answer = await fetch(address);
      if (!answer.ok || !answer.body) throw new Error(`${address} answers ${answer.status}.`);
      await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path));
      return decodeURIComponent(answer.headers.get('x-file-name') ?? '');
    },
    subscribe: async (trigger, inputData = {}) => {
      const inbox = surroundings.inbox();
      const bundle = { inputData, targetUrl: origin + inbox.path };
      const operation = `triggers.${trigger}.operation`;
      const subscribeData = await run<ZapierHook['subscribeData']>(`${operation}.performSubscribe`, bundle);
      return {
        subscribeData,
        targetUrl: bundle.targetUrl,
        deliveries: inbox.deliveries,
        next: (timeoutMs) => inbox.next(timeoutMs),
        perform: (delivery, more = {}) =>
          run(`${operation}.perform`, {
            ...bundle,
            subscribeData,
            rawRequest: delivery,
            cleanedRequest: JSON.parse(delivery.content) as unknown,
            ...more,
          }),
        unsubscribe: () => run(`${operation}.performUnsubscribe`, { ...bundle, subscribeData }),
      };
    },
    close: () => surroundings.close(),
  };
  return engine;
}

type Tester = ReturnType<typeof createAppTester> & { zcacheTestObj: Record<string, unknown> };

/**
 * Loads the engine and the built app as Node loads them, also under jest, which would otherwise run its own copy of
 * both. The engine reads where Zapier is when it is loaded, so each start loads it anew.
 */
function loadEngine(origin: string, appDir: string): { app: AppDefinition; tester: Tester } {
  const { env } = nativeProcess;
  env.ZAPIER_BASE_ENDPOINT = origin;
  // Any key will do: it is only sent to the address above.
  env.ZAPIER_DEPLOY_KEY = 'local';
  const load = nativeRequire(join(appDir, 'package.json'));
  for (const file of Object.keys(load.cache)) {
    if (/[\\/]zapier-platform-core[\\/](src[\\/]|index\.js)/.test(file)) delete load.cache[file];
  }
  // As in a test run the engine raises what it only logs on Zapier, and does not mind how much memory the process has.
  const { NODE_ENV } = env;
  env.NODE_ENV = 'test';
  const core = load('zapier-platform-core') as { createAppTester: typeof createAppTester };
  if (NODE_ENV === undefined) delete env.NODE_ENV;
  else env.NODE_ENV = NODE_ENV;
  const built = load(join(appDir, 'dist/index.js')) as { default: AppDefinition };
  return { app: built.default, tester: core.createAppTester(built.default) as Tester };
}

/** What Zapier has around its engine, on a loopback port. */
class Surroundings {
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  readonly #inboxes = new Map<string, Inbox>();
  readonly #files = new Map<string, StoredFile>();
  #origin = '';

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.#origin;
  }

  inbox(): Inbox {
    const inbox = new Inbox(`/hooks/${this.#inboxes.size + 1}/`);
    this.#inboxes.set(inbox.path, inbox);
    return inbox;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', this.#origin);
    const body = await bytesOf(request);
    const inbox = this.#inboxes.get(pathname);
    const file = this.#files.get(pathname);
    if (inbox) {
      inbox.take({
        method: 'POST',
        querystring: search.slice(1),
        headers: zapierHeaders(request.headers),
        content: body.toString('utf8'),
      });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"success"}');
    } else if (pathname === '/platform/rpc/cli') {
      const { id, method } = JSON.parse(body.toString('utf8')) as { id: string; method: string };
      const result =
        method === 'get_presigned_upload_post_data'
          ? { url: `${this.#origin}/upload`, fields: { key: `files/${this.#files.size + 1}` } }
          : undefined;
      const answer = result ? { id, result } : { id, error: `This engine has no ${method}.` };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    } else if (pathname === '/upload') {
      const parts = partsOf(body, request.headers['content-type'] ?? '');
      const name = parts.file?.fileName ?? '';
      this.#files.set(`/${parts.key?.content.toString('utf8')}`, {
        name,
        content: parts.file?.content ?? Buffer.of(),
      });
      response.writeHead(204).end();
    } else if (file) {
      response
        .writeHead(200, { 'Content-Type': 'application/pdf', 'X-File-Name': encodeURIComponent(file.name) })
        .end(file.content);
    } else {
      response.writeHead(404).end();
    }
  }
}

interface StoredFile {
  name: string;
  content: Buffer;
}

/** The address of one turned-on trigger: takes everything in, as Zapier does, and answers 200. */
class Inbox {
  readonly deliveries: RawRequest[] = [];
  readonly path: string;
  #given = 0;
  #waiting: (() => void)[] = [];

  constructor(path: string) {
    this.path = path;
  }

  take(delivery: RawRequest): void {
    this.deliveries.push(delivery);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async next(timeoutMs = 20_000): Promise<RawRequest> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const delivery = this.deliveries[this.#given];
      if (delivery) {
        this.#given++;
        return delivery;
      }
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`Nothing was delivered to ${this.path} within ${timeoutMs} ms.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
}

/** Every header but two gets `Http-` before its name, and each word of it a capital letter. */
function zapierHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => {
    const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
    const prefix = /^content-(type|length)$/.test(name) ? '' : 'Http-';
    return [prefix + words.join('-'), Array.isArray(value) ? value.join(', ') : String(value)];
  });
  return Object.fromEntries(named) as Record<string, string>;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The parts of a form upload by name. */
function partsOf(body: Buffer, contentType: string): Record<string, { fileName: string; content: Buffer }> {
  const boundary = Buffer.from(`--${/boundary=("?)([^";]+)\1/.exec(contentType)?.[2] ?? ''}`);
  const parts: Record<string, { fileName: string; content: Buffer }> = {};
  let start = body.indexOf(boundary);
  while (start >= 0) {
    const end = body.indexOf(boundary, start + boundary.length);
    if (end < 0) break;
    const part = body.subarray(start + boundary.length + 2, end - 2);
    const split = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, split).toString('utf8');
    const name = /name="([^"]*)"/.exec(head)?.[1];
    const fileName = /filename="([^"]*)"/.exec(head)?.[1] ?? '';
    if (name !== undefined) parts[name] = { fileName, content: part.subarray(split + 4) };
    start = end;
  }
  return parts;
}
