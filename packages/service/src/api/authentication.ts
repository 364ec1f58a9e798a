import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import type { AccountStore, Caller } from '../store/accounts.ts';

/** Tokens are random and long, so a plain hash keeps them: there is nothing to guess. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Section 5: `Authorization: Bearer <token>` or `X-API-Token: <token>`. Judged at every request, so that revoking acts at once. */
export function authenticate(accounts: AccountStore, headers: IncomingHttpHeaders, now: number): Caller {
  const token = tokenOf(headers);
  if (token === null) {
    throw new Refusal(
      'unauthorized',
      'Give an API token, as "Authorization: Bearer <token>" or as "X-API-Token: <token>".',
    );
  }
  const caller = accounts.byTokenHash(tokenHash(token), now);
  if (!caller)
    throw new Refusal('unauthorized', 'The API token is not valid: it is unknown, revoked or expired.');
  return caller;
}

function tokenOf({ authorization, 'x-api-token': own }: IncomingHttpHeaders): string | null {
  const bearer = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  return typeof own === 'string' && own !== '' ? own : null;
}
