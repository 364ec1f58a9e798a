import { jsonObject } from '../client/answer.ts';
import type { SigningEvent } from '../types.ts';

/**
 * The event in a delivery's body, as delivered; null where the body is none (no JSON object, or without an id or a
 * kind). Call it only after the signature was verified on the same bytes.
 */
export function parseEvent(rawBody: Uint8Array | string): SigningEvent | null {
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  const event = jsonObject(text);
  if (typeof event?.id !== 'string' || event.id === '' || typeof event.event !== 'string') return null;
  return event as unknown as SigningEvent;
}
