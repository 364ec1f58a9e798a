import type { Webhook } from '@document-signing/shared';

/** A webhook as it may be shown: whoever has its secret can forge deliveries. */
export function withoutSecret(webhook: Webhook): Omit<Webhook, 'secret'> {
  const { secret, ...rest } = webhook;
  return secret === undefined ? webhook : rest;
}
