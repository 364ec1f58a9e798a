import { createHmac, timingSafeEqual } from 'crypto';

/** The header of every delivery (section 5.7). */
export const SIGNATURE_HEADER = 'X-Service-Signature';

/** A delivery whose time is this many seconds or more away is refused (section 5.7, section 8). */
export const SIGNATURE_TOLERANCE = 300;

/**
 * The value of the signature header for a delivery: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`.
 *
 * @param rawBody the bytes that are sent, or their UTF-8 text
 * @param t Unix seconds
 */
export function signPayload(secret: string, rawBody: Uint8Array | string, t: number): string {
  return `t=${t},v1=${hmac(secret, rawBody, String(t)).toString('hex')}`;
}

export interface SignedDelivery {
  /** The webhook's secret. Without one nothing verifies. */
  secret: string;
  /** The value of `X-Service-Signature` as received. */
  header: string | string[] | null | undefined;
  /** The body exactly as received, bytes or their UTF-8 text: never JSON written again. */
  rawBody: Uint8Array | string;
  /** Unix seconds. */
  now: number;
  /** Seconds by which `t` may be off, exclusive; 300 where left out, Infinity leaves the age to the caller. */
  tolerance?: number;
}

/**
 * True where the delivery was signed with the secret, over these very bytes, less than 300 seconds from now. Compares
 * in constant time, accepts any of several `v1`, refuses what is malformed, and never throws.
 */
export function verifySignature(delivery: SignedDelivery): boolean {
  try {
    const { secret, header, rawBody, now, tolerance } = delivery;
    if (typeof secret !== 'string' || secret === '') return false;
    if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) return false;
    const parsed = parseSignature(header);
    if (!parsed || !Number.isFinite(now)) return false;
    if (!(Math.abs(now - Number(parsed.t)) < (tolerance ?? SIGNATURE_TOLERANCE))) return false;
    const expected = hmac(secret, rawBody, parsed.t);
    let matches = false;
    for (const signature of parsed.signatures) {
      // Every candidate is compared, so that the time taken does not tell which one fitted.
      matches = timingSafeEqual(expected, Buffer.from(signature, 'hex')) || matches;
    }
    return matches;
  } catch {
    return false;
  }
}

/** The header's parts, or null where it is not of the form `t=<digits>,v1=<64 hex digits>[,v1=…]`. */
export function parseSignature(
  header: string | string[] | null | undefined,
): { t: string; signatures: string[] } | null {
  const text = Array.isArray(header) && header.length === 1 ? header[0] : header;
  if (typeof text !== 'string' || text.length > 4096) return null;
  let t: string | undefined;
  const signatures: string[] = [];
  for (const part of text.trim().split(',')) {
    const equals = part.indexOf('=');
    if (equals < 1) return null;
    const key = part.slice(0, equals).trim();
    const value = part.slice(equals + 1);
    if (key === 't') {
      if (t !== undefined || !/^\d{1,15}$/.test(value)) return null;
      t = value;
    } else if (key === 'v1' && /^[0-9a-f]{64}$/i.test(value)) {
      signatures.push(value);
    }
  }
  return t !== undefined && signatures.length > 0 ? { t, signatures } : null;
}

function hmac(secret: string, rawBody: Uint8Array | string, t: string): Buffer {
  return createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();
}
