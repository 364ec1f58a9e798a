import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A request as Zapier hands it to `perform`: the body as it came, header names in Zapier's spelling. */
export interface RawRequest {
  method: 'POST';
  querystring: string;
  headers: Record<string, string>;
  content: string;
}

/** Zapier's cache, with what the engine's own one for tests leaves out: the time to live, and `nx`. */
export interface ZapierCache {
  readonly entries: ReadonlyMap<string, { value: unknown; ttl: number | null }>;
  /** True makes every call fail. */
  fails: boolean;
}

/**
 * What Zapier has around its engine, on a loopback port: the file store that `z.stashFile` uploads to, the cache behind
 * `z.cache`, the address that webhooks are delivered to, and the style check that the CLI asks for.
 */
export class Surroundings {
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  readonly #inboxes = new Map<string, Inbox>();
  readonly #files = new Map<string, StoredFile>();
  readonly cache = { entries: new Map<string, { value: unknown; ttl: number | null }>(), fails: false };
  /** The definitions that were handed in for the style check. */
  readonly checked: unknown[] = [];
  #uploads = 0;
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

  #call({ method, params }: RemoteCall): { result: unknown } | { error: string } {
    const [key, value, ttl, , nx] = params as [string, string, number | null, unknown, boolean | null];
    if (method === 'get_presigned_upload_post_data') {
      return { result: { url: `${this.#origin}/upload`, fields: { key: `files/${++this.#uploads}` } } };
    }
    if (this.cache.fails || !method.startsWith('zcache_')) return { error: `This engine has no ${method}.` };
    const { entries } = this.cache;
    if (method === 'zcache_get') return { result: entries.get(key)?.value ?? null };
    if (method === 'zcache_delete') return { result: entries.delete(key) };
    if (nx && entries.has(key)) return { result: null };
    entries.set(key, { value, ttl });
    return { result: true };
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
      const { id, method, params } = JSON.parse(body.toString('utf8')) as RemoteCall & { id: string };
      const answer = { id, ...this.#call({ method, params }) };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    } else if (pathname === '/api/platform/cli/check') {
      const nothing = { total_failures: 0, results: [] };
      const answer = { passes: [], errors: nothing, warnings: nothing, suggestions: nothing };
      this.checked.push(JSON.parse(body.toString('utf8')));
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

interface RemoteCall {
  method: string;
  params: unknown[];
}

interface StoredFile {
  name: string;
  content: Buffer;
}

/** The address of one turned-on trigger: takes everything in, as Zapier does, and answers 200. */
export class Inbox {
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
