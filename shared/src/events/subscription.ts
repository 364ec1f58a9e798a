import { ApiError } from '../client/api-error.ts';
import { locationOf } from '../client/location.ts';
import type { SigningClient } from '../client/signing-client.ts';
import type { EventKind } from '../types.ts';

/** What a trigger keeps of the webhook it added. */
export interface Subscription {
  id: string;
  /** The address to send DELETE to, as the service gave it; null where it gave none. */
  location: string | null;
  /** Verifies deliveries. */
  secret: string;
}

/**
 * Adds a webhook (section 4, POST /webhooks). No kinds means every kind.
 *
 * @throws ApiError 409 or 422 when the address or a kind is not accepted, or the account has its 25 webhooks
 * @throws ApiError `no_secret` when the service gives no secret: the webhook is taken back, as nothing could be verified
 */
export async function subscribe(
  client: SigningClient,
  { url, events, source }: { url: string; events?: readonly EventKind[]; source: string },
): Promise<Subscription> {
  const webhook = await client.createWebhook({
    url,
    events: [...new Set(events ?? [])],
    source: [...source].slice(0, 40).join(''),
  });
  const subscription = { id: String(webhook.id), location: webhook.location, secret: webhook.secret };
  if (typeof webhook.secret !== 'string' || webhook.secret === '') {
    await unsubscribe(client, subscription).catch(() => undefined);
    throw new ApiError(
      'The service gave no secret for the webhook, so its deliveries could not be told from forged ones: ask the service’s support.',
      { status: 0, code: 'no_secret' },
    );
  }
  return subscription;
}

/**
 * Removes a webhook at the address its creation gave. One that is already gone is no error; where that address knows
 * nothing of it, it is gone only once its own address, `/webhooks/{id}`, says so too.
 */
export async function unsubscribe(
  client: SigningClient,
  subscription: Pick<Subscription, 'id'> & { location?: string | null },
): Promise<void> {
  const { id, location } = subscription;
  try {
    await client.deleteWebhook(id, location);
  } catch (error) {
    const given = locationOf(location, client.baseUrl);
    const own = `${client.baseUrl}/webhooks/${encodeURIComponent(id)}`;
    if (given !== undefined && given !== own && isGone(error, 405)) return unsubscribe(client, { id });
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown, ...more: number[]): boolean {
  return error instanceof ApiError && [404, 410, ...more].includes(error.status);
}
