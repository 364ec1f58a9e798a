import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RawRequest, Surroundings, type ZapierCache } from './zapier-surroundings.ts';
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
  /** Behind `z.cache`. */
  readonly cache: ZapierCache;
  close(): Promise<void>;
}

export type EngineBundle = Partial<Omit<Bundle, 'meta' | 'subscribeData'>> & {
  meta?: Partial<Bundle['meta']>;
  subscribeData?: unknown;
};

// Functions are looked up by path: the definition's own types would only be in the way.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AppDefinition = any;

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
    return await tester(step, full as never);
  };

  const engine: ZapierEngine = {
    app,
    run,
    fields: (step, inputData = {}) => run(`${step}.operation.inputFields`, { inputData }),
    cache: surroundings.cache,
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

type Tester = ReturnType<typeof createAppTester> & { zcacheTestObj?: object };

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
  const tester = core.createAppTester(built.default) as Tester;
  // Without its own cache the engine asks Zapier's, over the same way as on Zapier.
  delete tester.zcacheTestObj;
  return { app: built.default, tester };
}
