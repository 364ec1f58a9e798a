import { createHmac } from 'node:crypto';

/** The value of `X-Service-Signature` (section 5, 7): `t` in Unix seconds, `body` the very bytes that are sent. */
export function signatureHeader(secret: string, body: string, t: number): string {
  const v1 = createHmac('sha256', secret).update(`${t}.`).update(body, 'utf8').digest('hex');
  return `t=${t},v1=${v1}`;
}
