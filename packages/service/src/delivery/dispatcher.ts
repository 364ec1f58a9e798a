import type { Clock } from '../domain/ports.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
import type { Post, PostResult } from './post.ts';
import { signatureHeader } from './signature.ts';

/** After the first try, when it failed (section 6, rule 3). */
const RETRIES_AFTER_MS = [30_000, 120_000];
const AT_ONCE = 128;
const AT_ONCE_PER_WEBHOOK = 4;
/** How long a webhook's next event waits for the answer to the one before, so that events arrive in order. */
const PATIENCE_MS = 2000;
const LONGEST_NAP_MS = 60_000;

export interface Dispatcher {
  /** There may be something due: look soon. */
  wake(): void;
  /** True while a delivery is in flight or due. */
  busy(): boolean;
  /** Ends what is in flight; it stays due and is tried again by the next dispatcher. */
  stop(): Promise<void>;
}

interface Lane {
  inFlight: Set<number>;
  /** The delivery whose answer the next one waits for. */
  awaited: number | null;
}

/**
 * Sends what the deliveries table holds. The table alone says what is due: a delivery is only ticked off after its
 * try ended, so one that was in flight when the process died is tried again.
 */
export function createDispatcher(options: {
  store: Store;
  /** When retries are due. */
  clock: Clock;
  /** What receivers compare the signature's `t` with: real time, wherever `clock` was moved to. Milliseconds. */
  realNow(): number;
  post: Post;
  report(what: string, error: unknown): void;
}): Dispatcher {
  const { store, clock, post } = options;
  const lanes = new Map<string, Lane>();
  const tries = new Set<Promise<void>>();
  const abort = new AbortController();
  let soon: NodeJS.Immediate | null = null;
  let later: NodeJS.Timeout | null = null;
  let stopped = false;

  function wake(): void {
    if (!stopped) soon ??= setImmediate(pump);
  }

  function pump(): void {
    soon = null;
    if (stopped) return;
    if (later) clearTimeout(later);
    const now = clock.now();
    try {
      for (const webhookId of store.deliveries.webhooksDue(now)) {
        if (tries.size >= AT_ONCE) break;
        startNext(webhookId, now);
      }
      const next = store.deliveries.nextTryAfter(now);
      if (next !== null) later = setTimeout(wake, Math.min(Math.max(next - now, 1), LONGEST_NAP_MS));
    } catch (error) {
      options.report('looking for deliveries', error);
      later = setTimeout(wake, 1000);
    }
  }

  function startNext(webhookId: string, now: number): void {
    const lane = lanes.get(webhookId) ?? { inFlight: new Set<number>(), awaited: null };
    if (lane.awaited !== null || lane.inFlight.size >= AT_ONCE_PER_WEBHOOK) return;
    const delivery = store.deliveries
      .due(webhookId, now, lane.inFlight.size + 1)
      .find(({ seq }) => !lane.inFlight.has(seq));
    if (!delivery) return;
    lanes.set(webhookId, lane);
    lane.inFlight.add(delivery.seq);
    lane.awaited = delivery.seq;
    const goOn = () => {
      if (lane.awaited === delivery.seq) lane.awaited = null;
      wake();
    };
    const patience = setTimeout(goOn, PATIENCE_MS);
    const attempt = tryOnce(delivery)
      .catch((error: unknown) => options.report(`delivering to ${webhookId}`, error))
      .finally(() => {
        clearTimeout(patience);
        lane.inFlight.delete(delivery.seq);
        if (lane.inFlight.size === 0) lanes.delete(webhookId);
        tries.delete(attempt);
        goOn();
      });
    tries.add(attempt);
  }

  async function tryOnce(delivery: Delivery): Promise<void> {
    const webhook = store.webhooks.byId(delivery.webhookId);
    if (!webhook) return;
    const startedAt = clock.now();
    const t = Math.floor(options.realNow() / 1000);
    const result = await post({
      webhookId: webhook.id,
      url: webhook.url,
      body: delivery.body,
      headers: { 'x-service-signature': signatureHeader(webhook.secret, delivery.body, t) },
      signal: abort.signal,
    });
    if (!stopped) note(delivery, startedAt, result);
  }

  function note(delivery: Delivery, startedAt: number, { status, error }: PostResult): void {
    const delivered = error === '';
    const pause = delivered ? undefined : RETRIES_AFTER_MS[delivery.tries];
    const nextTryAt = pause === undefined ? null : (delivery.firstTryAt ?? startedAt) + pause;
    store.transaction(() => {
      store.deliveries.noteTry(delivery, { startedAt, delivered, nextTryAt, status, error });
      store.webhooks.noteDelivery(delivery.webhookId, clock.now(), status, error, delivery.event);
    });
  }

  return {
    wake,
    busy: () => tries.size > 0 || store.deliveries.anyDue(clock.now()),
    async stop() {
      stopped = true;
      if (soon) clearImmediate(soon);
      if (later) clearTimeout(later);
      abort.abort();
      await Promise.all(tries);
    },
  };
}
