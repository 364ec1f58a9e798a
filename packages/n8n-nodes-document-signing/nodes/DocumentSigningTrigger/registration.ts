import {
  ApiError,
  EVENT_KINDS,
  subscribe,
  unsubscribe,
  type EventKind,
  type SigningClient,
  type Subscription,
  type Webhook,
} from '@document-signing/shared';
import type { IDataObject, IHookFunctions, INode, IWebhookFunctions } from 'n8n-workflow';
import { nodeError } from '../connection/node-error.ts';

/** What added the webhook, as the product shows it (section 2, Webhook request). */
const SOURCE = 'n8n';

/** At most 25 webhooks per account (section 8). */
const MOST_WEBHOOKS = 25;

/** What is kept of a webhook between activation and deactivation. */
export interface Registration extends Subscription {
  url: string;
  events: EventKind[];
  /** Those that were handed over, with their times in Unix seconds. */
  handedOver?: Record<string, number>;
}

/**
 * The node's static data, one part for each mode: a test run has an address, a webhook and a secret of its own, and
 * leaves those of the active workflow alone.
 */
export class RegistrationStore {
  readonly #data: IDataObject;
  readonly #mode: 'test' | 'production';

  constructor(context: IHookFunctions | IWebhookFunctions) {
    this.#data = context.getWorkflowStaticData('node');
    this.#mode = context.getMode() === 'manual' ? 'test' : 'production';
  }

  get(): Registration | undefined {
    const saved = this.#data[this.#mode] as Partial<Registration> | undefined;
    return saved?.id && saved.secret ? (saved as Registration) : undefined;
  }

  set(registration: Registration): void {
    this.#data[this.#mode] = registration;
  }

  clear(): void {
    delete this.#data[this.#mode];
  }
}

/** True where the service still has the webhook as this node wants it and its secret is at hand and still the same. */
export async function isRegistered(
  node: INode,
  client: SigningClient,
  registration: Registration | undefined,
  wanted: { url: string; events: EventKind[] },
): Promise<boolean> {
  if (!registration || registration.url !== wanted.url) return false;
  try {
    const webhook: Webhook & { secret?: unknown } = await client.webhook(registration.id);
    // With another secret, every delivery would be refused.
    const sameSecret = !webhook.secret || webhook.secret === registration.secret;
    return sameSecret && serves(webhook, wanted);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return false;
    throw nodeError(node, error);
  }
}

/** True where a webhook delivers, and what is wanted: a list of every kind is the same as none. */
function serves({ active, url, events }: Webhook, wanted: { url: string; events: EventKind[] }): boolean {
  if (active === false || !sameAddress(url, wanted.url)) return false;
  const all = (kinds: EventKind[]): readonly EventKind[] => (kinds.length > 0 ? kinds : EVENT_KINDS);
  const subscribed = new Set(all(events ?? []));
  return (
    all(wanted.events).every((kind) => subscribed.has(kind)) &&
    (wanted.events.length === 0 || subscribed.size === new Set(wanted.events).size)
  );
}

/** The service may write an address its own way: with the host in lower case, or without the usual port. */
function sameAddress(one: string, other: string): boolean {
  return (
    one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)
  );
}

/**
 * Adds the webhook. What is left of an earlier one at the same address, after a crash or where its secret was lost, is
 * removed first: it would deliver everything twice, signed with a secret that nobody has.
 */
export async function register(
  node: INode,
  client: SigningClient,
  earlier: Registration | undefined,
  wanted: { url: string; events: EventKind[] },
): Promise<Registration> {
  if (earlier) await unsubscribe(client, earlier);
  const others = await removeLeftovers(client, wanted.url);
  try {
    return { ...(await subscribe(client, { ...wanted, source: SOURCE })), ...wanted };
  } catch (error) {
    throw nodeError(node, others >= MOST_WEBHOOKS ? tooMany(error) : error);
  }
}

/** Removes what n8n added at an address that is this node's alone; gives the number of the account's other webhooks. */
export async function removeLeftovers(client: SigningClient, url: string): Promise<number> {
  const { data: existing } = await client.webhooks();
  const leftovers = existing.filter((webhook) => sameAddress(webhook.url, url) && webhook.source === SOURCE);
  for (const webhook of leftovers) await unsubscribe(client, webhook);
  return existing.length - leftovers.length;
}

function tooMany(error: unknown): unknown {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return error;
  return new ApiError(
    `The account has its ${MOST_WEBHOOKS} webhooks, so this workflow cannot be activated: deactivate a workflow that you no longer need, or remove a webhook with the operation Webhook → Delete.`,
    {
      status: error.status,
      code: error.code,
      problems: [error.message, ...error.problems],
      cause: error,
    },
  );
}
