import {
  parseEvent,
  SIGNATURE_HEADER,
  SIGNATURE_TOLERANCE,
  parseSignature,
  subscribe,
  unsubscribe,
  verifySignature,
  type EventKind,
  type SigningClient,
  type SigningEvent,
  type Subscription,
} from '@document-signing/shared';
import {
  defineTrigger,
  type Bundle,
  type PlainInputField,
  type PlainOutputField,
  type Trigger,
  type ZObject,
} from 'zapier-platform-core';
import type { Deadline } from '../deadline.ts';
import { objectsOf, operation, type Call } from '../operation.ts';

/** What a trigger gives for an event. A hook and `performList` give the same keys. */
export type EventItem = Record<string, unknown> & { id: string };

/** How a trigger makes its items: of one event as it comes in, and of many as they are listed. */
export interface Items {
  one: (event: SigningEvent, call: Call) => Promise<EventItem>;
  many: (events: SigningEvent[], call: Call) => Promise<EventItem[]>;
}

export interface HookTrigger {
  key: string;
  display: { label: string; description: string };
  inputFields?: PlainInputField[];
  /** The kinds it subscribes to; none means every kind. */
  kinds: (input: Record<string, unknown>) => EventKind[];
  items?: Items;
  outputFields?: PlainOutputField[];
  sample: Record<string, unknown>;
}

/** A trigger on a signed webhook (section 6): every visible trigger of the app is one of these. */
export function hookTrigger(trigger: HookTrigger): Trigger {
  const { items = PLAIN_ITEMS } = trigger;
  return defineTrigger({
    key: trigger.key,
    noun: 'Document',
    display: trigger.display,
    operation: {
      type: 'hook',
      inputFields: trigger.inputFields ?? [],
      performSubscribe: operation(async ({ client, input, bundle }) => ({
        ...(await subscribe(client, {
          url: bundle.targetUrl ?? '',
          events: trigger.kinds(input),
          source: 'zapier',
        })),
      })),
      performUnsubscribe: operation(async ({ client, bundle }) => {
        const { id = '', location } = subscriptionOf(bundle);
        // A Zap that never got as far as subscribing has nothing to take back.
        if (id || location) await unsubscribe(client, { id, location });
        return {};
      }),
      perform: operation(async (call) => {
        const event = await delivered(call, trigger.kinds(call.input));
        if (!event) return [];
        const seen = new Seen(call, event);
        if (await seen.before()) return [];
        const item = await items.one(event, call);
        // Marked last: a run that is killed before leaves no mark, and the event is not lost when it comes again.
        return (await seen.mark()) ? [item] : [];
      }),
      performList: operation(async (call) => items.many(await listed(call, trigger.kinds(call.input)), call)),
      outputFields: [...eventOutputs, ...(trigger.outputFields ?? [])],
      sample: trigger.sample,
    },
  });
}

/** An event as delivered and as listed (section 2, Event); parts that a service leaves out are there, empty. */
export function eventItem(event: SigningEvent): EventItem {
  const { document, actor, details } = event as Partial<SigningEvent>;
  return {
    ...event,
    createdAt: event.createdAt ?? null,
    document: { id: '', name: '', reference: '', status: '', ...document },
    actor: { name: '', email: '', role: '', ...actor },
    details: details ?? {},
  };
}

const PLAIN_ITEMS: Items = {
  one: (event) => Promise.resolve(eventItem(event)),
  many: (events) => Promise.resolve(events.map(eventItem)),
};

export const eventOutputs: PlainOutputField[] = [
  { key: 'id', label: 'Event ID', type: 'string', primary: true },
  { key: 'event', label: 'Event', type: 'string' },
  { key: 'createdAt', label: 'Event Created At', type: 'datetime' },
  { key: 'document__id', label: 'Document ID', type: 'string' },
  { key: 'document__name', label: 'Document Name', type: 'string' },
  { key: 'document__reference', label: 'Document Reference', type: 'string' },
  { key: 'document__status', label: 'Document Status', type: 'string' },
  { key: 'actor__name', label: 'Actor Name', type: 'string' },
  { key: 'actor__email', label: 'Actor Email', type: 'string' },
  { key: 'actor__role', label: 'Actor Role', type: 'string' },
];

const MOST_LISTED = 100;
const MOST_SAMPLES = 3;

/** What the editor shows for testing: the latest events, in one request. */
async function listed({ client, bundle }: Call, kinds: EventKind[]): Promise<SigningEvent[]> {
  const isSample = bundle.meta?.isLoadingSample === true;
  // Only one kind can be asked for; several are picked from the latest of all.
  const type = kinds.length === 1 ? kinds[0] : undefined;
  const limit = isSample && kinds.length < 2 ? MOST_SAMPLES : MOST_LISTED;
  const events = objectsOf(await client.events({ type, limit })).filter((event) => isOneOf(kinds, event));
  return isSample ? events.slice(0, MOST_SAMPLES) : events;
}

function isOneOf(kinds: EventKind[], { event }: SigningEvent): boolean {
  return kinds.length === 0 || kinds.includes(event);
}

/**
 * The event in a delivery, or null where nothing is to be run: it is not signed with the subscription's secret over the
 * very bytes that came (section 5.7), it is no event that this trigger is for, or it is late and the service does not
 * know it.
 */
async function delivered(call: Call, kinds: EventKind[]): Promise<SigningEvent | null> {
  const { bundle, client } = call;
  const { secret = '' } = subscriptionOf(bundle);
  const rawBody = bundle.rawRequest?.content;
  const header = headerOf(bundle.rawRequest?.headers, SIGNATURE_HEADER);
  const now = Math.floor(Date.now() / 1000);
  if (rawBody === undefined || !verifySignature({ secret, header, rawBody, now, tolerance: Infinity }))
    return null;

  const event = parseEvent(rawBody);
  if (!event || !isOneOf(kinds, event)) return null;
  const age = Math.abs(now - Number(parseSignature(header)?.t));
  return age < SIGNATURE_TOLERANCE || (await isKnown(client, event)) ? event : null;
}

/**
 * Zapier may run a delivery long after it came in. So a right signature that is older than the tolerance counts if the
 * service itself still lists that event: a recording played again of something it never said does not.
 */
async function isKnown(client: SigningClient, event: SigningEvent): Promise<boolean> {
  const events = await client.events({ type: event.event, limit: MOST_LISTED });
  return objectsOf(events).some(({ id }) => id === event.id);
}

/** Longer than the service tries a delivery again, and than Zapier holds runs back. */
const REMEMBERED_SECONDS = 7 * 24 * 3600;

/** Milliseconds for one word with the cache, which has no limit of its own. */
const CACHE_WAIT = 3_000;

/**
 * Whether this subscription had the event before (section 6, delivery rule 4). The subscription is in the key as two
 * Zaps get the same event, each through its own webhook. Without a working cache an event is let through: twice is
 * better than never.
 */
class Seen {
  readonly #cache: ZObject['cache'];
  readonly #deadline: Deadline;
  readonly #key: string;

  constructor({ z, bundle, client, deadline }: Call, event: SigningEvent) {
    this.#cache = z.cache;
    this.#deadline = deadline;
    // Every service has ids of its own, and the cache is the whole app's.
    this.#key = `${subscriptionOf(bundle).id ?? ''} ${event.id} ${client.baseUrl}`;
  }

  async before(): Promise<boolean> {
    return this.#ask(async () => (await this.#cache.get(this.#key)) !== null, false);
  }

  /** True where it is this run that marks the event, so that of two deliveries at once only one goes on. */
  async mark(): Promise<boolean> {
    return this.#ask(async () => {
      // Only what is not there yet is set: each run then finds the mark of the one that was first.
      const mark = crypto.randomUUID();
      await this.#cache.set(this.#key, mark, REMEMBERED_SECONDS, undefined, true);
      const holder: unknown = await this.#cache.get(this.#key);
      return holder === null || holder === mark;
    }, true);
  }

  async #ask(question: () => Promise<boolean>, otherwise: boolean): Promise<boolean> {
    try {
      return await this.#deadline
        .within(CACHE_WAIT)
        .hold(question(), () => new Error('The cache did not answer in time.'));
    } catch {
      return otherwise;
    }
  }
}

function subscriptionOf(bundle: Bundle): Partial<Subscription> {
  return (bundle.subscribeData as Partial<Subscription> | undefined) ?? {};
}

/** Zapier hands headers on camel-cased and with `Http-` before them. */
function headerOf(headers: Record<string, string> | undefined, name: string): string | undefined {
  const wanted = [name.toLowerCase(), `http-${name.toLowerCase()}`];
  const found = Object.entries(headers ?? {}).find(([key]) =>
    wanted.includes(key.toLowerCase().replaceAll('_', '-')),
  );
  return found?.[1];
}
