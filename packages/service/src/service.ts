import type { AddressInfo } from 'node:net';
import type { ActionContext } from './actions/context.ts';
import { keepTime } from './actions/keep-time.ts';
import { sealsDone } from './actions/seal.ts';
import { tokenHash } from './api/authentication.ts';
import { API_PREFIX } from './api/router.ts';
import { documentView, templateTexts } from './api/views.ts';
import { buildApp } from './app.ts';
import { openDataDirectory } from './data-directory.ts';
import { createDispatcher } from './delivery/dispatcher.ts';
import { createMailQueue } from './delivery/mail-queue.ts';
import { createPost } from './delivery/post.ts';
import { createMovableClock, type MovableClock } from './domain/movable-clock.ts';
import type { Mailer, PdfRenderer } from './domain/ports.ts';
import { RollingWindow } from './domain/rolling-window.ts';
import type { Template } from './domain/types.ts';
import { createFaults } from './local/faults.ts';
import { registerLocalControls } from './local/controls.ts';
import { createFolderMailer } from './mail/folder-mailer.ts';
import { composeWithLinks } from './mails.ts';
import { DEFAULT_OPTIONS, normalisedUrl, type ServiceOptions } from './options.ts';
import { pagesPort } from './pages-port.ts';
import { registerPages } from './pages/register.ts';
import { createPdfRenderer } from './pdf/renderer.ts';
import { randomIds } from './random-ids.ts';
import { addToken, DEMO_ACCOUNTS, newDemoTokens, seedDemo, type DemoTokens } from './seed/demo.ts';
import { openStore, type Store } from './store/store.ts';

export interface StartOptions extends Partial<ServiceOptions> {
  clock?: MovableClock;
  renderer?: PdfRenderer;
  mailer?: Mailer;
  /** Reports what failed inside; the standard error stream unless given. */
  report?: (what: string, error: unknown) => void;
}

export interface RunningService {
  /** Where it listens: `http://127.0.0.1:PORT`. */
  url: string;
  /** `url` with the version segment: what a client is given. */
  baseUrl: string;
  /** Null when there is no demo data. */
  tokens: DemoTokens | null;
  /** Where it keeps its data; mails lie below in `mails/`. */
  dataDir: string;
  clock: MovableClock;
  store: Store;
  /** For the functions in `actions/`. */
  actions: ActionContext;
  addTemplate(template: Template): void;
  /** Waits until no delivery, mail or seal is due or under way; false when that takes longer than `timeoutMs`. */
  settle(timeoutMs?: number): Promise<boolean>;
  /** Does what is due by the clock, as the timer does every second. */
  keepTime(): Promise<void>;
  /** Back to the freshly seeded state, with the same tokens. */
  reset(): Promise<void>;
  close: () => Promise<void>;
}

const MINUTE_MS = 60_000;
const TICK_MS = 1000;
const FINISHED_DELIVERIES_KEPT = 10_000;

/**
 * Starts the service on loopback. In a program (tests, scripts) the defaults differ from the command line's: any free
 * port, and data that is gone with `close()`.
 */
export async function startService(given: StartOptions = {}): Promise<RunningService> {
  const options: ServiceOptions = { ...DEFAULT_OPTIONS, port: 0, dataDir: null, ...withoutUndefined(given) };
  const outside = options.publicUrl === null ? null : normalisedUrl(options.publicUrl);
  const clock = given.clock ?? createMovableClock();
  const report = given.report ?? reportOnStderr;
  const directory = openDataDirectory(options.dataDir);
  let store: Store;
  try {
    store = openStore(directory.database);
  } catch (error) {
    directory.release();
    throw error;
  }

  let url = '';
  const publicUrl = () => outside ?? url;
  const faults = createFaults();
  const post = createPost({ forbidPrivate: options.forbidPrivateWebhooks });
  const dispatcherParts = { store, clock, realNow: Date.now, post: faults.aroundDeliveries(post), report };
  let dispatcher = createDispatcher(dispatcherParts);
  const mailQueueParts = {
    store,
    mailer: given.mailer ?? createFolderMailer(directory.mails, { now: clock.now }),
    compose: composeWithLinks(publicUrl),
    report,
  };
  let mailQueue = createMailQueue(mailQueueParts);
  const actions: ActionContext = {
    store,
    clock,
    ids: randomIds,
    renderer: given.renderer ?? createPdfRenderer(),
    sends: new RollingWindow(options.sendsPer10Minutes, 10 * MINUTE_MS),
    documentView,
    changed() {
      dispatcher.wake();
      mailQueue.wake();
    },
    report,
  };
  const requests = new RollingWindow(options.requestsPerMinute, MINUTE_MS);

  function seed(tokens: DemoTokens | null): DemoTokens | null {
    if (options.seed === 'demo' && store.accounts.isEmpty()) {
      tokens ??= newDemoTokens(randomIds);
      seedDemo(store, clock, randomIds, tokens);
    } else if (!store.accounts.get(DEMO_ACCOUNTS.ada)) {
      tokens = null;
    } else if (!tokens || !store.accounts.byTokenHash(tokenHash(tokens.ada), clock.now())) {
      // The file with the tokens is gone, or a year has passed; the store holds only hashes, so make new ones.
      tokens = newDemoTokens(randomIds);
      addToken(store, randomIds, DEMO_ACCOUNTS.ada, tokens.ada, clock.now());
      addToken(store, randomIds, DEMO_ACCOUNTS.ben, tokens.ben, clock.now());
    }
    if (tokens) directory.writeTokens(tokens);
    store.accounts.setAllowance(options.planAllowance);
    return tokens;
  }
  store.transaction(() => store.templates.refresh(templateTexts));
  const tokens = seed(directory.readTokens());
  store.deliveries.prune(FINISHED_DELIVERIES_KEPT);

  const app = buildApp({
    actions,
    requests,
    baseUrl: () => `${publicUrl()}${API_PREFIX}`,
    publicUrl,
    forbidPrivateWebhooks: options.forbidPrivateWebhooks,
  });

  const inTime = () => keepTime(actions).catch((error: unknown) => report('keeping time', error));
  const ticker = setInterval(() => void inTime(), TICK_MS);
  let closing: Promise<void> | null = null;

  const service: RunningService = {
    url,
    baseUrl: '',
    tokens,
    dataDir: directory.path,
    clock,
    store,
    actions,
    addTemplate: (template) => store.templates.add(template, templateTexts(template)),
    async settle(timeoutMs = 20_000) {
      const end = Date.now() + timeoutMs;
      while (Date.now() < end) {
        await inTime();
        await sealsDone(actions);
        actions.changed();
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (!dispatcher.busy() && !mailQueue.busy()) return true;
      }
      return false;
    },
    keepTime: inTime,
    async reset() {
      await sealsDone(actions);
      await Promise.all([dispatcher.stop(), mailQueue.stop()]);
      store.transaction(() => {
        store.accounts.clear();
        clock.set(Date.now());
        seed(tokens);
      });
      faults.clear();
      requests.clear();
      actions.sends.clear();
      dispatcher = createDispatcher(dispatcherParts);
      mailQueue = createMailQueue(mailQueueParts);
    },
    close: () => (closing ??= close()),
  };

  async function close(): Promise<void> {
    clearInterval(ticker);
    await app.close();
    await sealsDone(actions);
    await Promise.all([dispatcher.stop(), mailQueue.stop()]);
    store.close();
    directory.release();
  }

  if (options.localControls) registerLocalControls(app, service, faults);
  await registerPages(app, pagesPort(actions), {
    now: clock.now,
    ...(outside !== null && { publicUrl: outside }),
  });
  try {
    await app.listen({ port: options.port, host: '127.0.0.1' });
  } catch (error) {
    await service.close();
    throw error;
  }
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  service.url = url;
  service.baseUrl = `${url}${API_PREFIX}`;
  // What a stop of the service left undone.
  actions.changed();
  void inTime();
  return service;
}

function withoutUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function reportOnStderr(what: string, error: unknown): void {
  process.stderr.write(
    `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
}
