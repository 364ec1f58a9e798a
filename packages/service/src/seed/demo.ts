import { tokenHash } from '../api/authentication.ts';
import { templateTexts } from '../api/views.ts';
import { DAY_MS } from '../domain/limits.ts';
import type { Clock, Ids } from '../domain/ports.ts';
import type { Account } from '../domain/types.ts';
import type { Store } from '../store/store.ts';
import { demoTemplates } from './demo-templates.ts';

/** The API tokens of the demo data, in clear: only here and in the files of the data directory. */
export interface DemoTokens {
  /** Of Ada, the demo account. */
  ada: string;
  ben: string;
  /** Of Ada, revoked. */
  revoked: string;
  /** Of Ada, expired. */
  expired: string;
  /** Of Dora, whose account is disabled. */
  disabled: string;
}

export const DEMO_ACCOUNTS = { ada: 'acc_ada', ben: 'acc_ben', dora: 'acc_dora' } as const;

/** Section 5, 4: a token lasts at most one year. */
const TOKEN_LIFETIME_MS = 365 * DAY_MS;

function person(id: string, name: string, email: string, disabled = false): Account {
  return {
    id,
    name,
    email,
    company: 'Example Homes (demo data)',
    timeZone: 'Europe/Berlin',
    site: { id: 'site_demo', name: 'Demo site' },
    disabled,
    planAllowance: null,
  };
}

export function newDemoTokens(ids: Ids): DemoTokens {
  const token = () => `dst_${ids.secret()}`;
  return { ada: token(), ben: token(), revoked: token(), expired: token(), disabled: token() };
}

/** Puts the demo data into an empty store: two people, one disabled account, their tokens and templates. */
export function seedDemo(store: Store, clock: Clock, ids: Ids, tokens: DemoTokens): void {
  const { ada, ben, dora } = DEMO_ACCOUNTS;
  const now = clock.now();
  store.transaction(() => {
    store.accounts.add(person(ada, 'Ada Demo', 'ada@example.com'));
    store.accounts.add({ ...person(ben, 'Ben Demo', 'ben@example.com'), site: null });
    store.accounts.add(person(dora, 'Dora Demo (disabled)', 'dora@example.com', true));
    addToken(store, ids, ada, tokens.ada, now);
    addToken(store, ids, ben, tokens.ben, now);
    addToken(store, ids, ada, tokens.revoked, now, { revokedAt: now });
    addToken(store, ids, ada, tokens.expired, now - TOKEN_LIFETIME_MS - DAY_MS);
    addToken(store, ids, dora, tokens.disabled, now);
    for (const template of demoTemplates(ada, ben)) store.templates.add(template, templateTexts(template));
  });
}

/** Stores a token's hash; it expires a year after it was made. */
export function addToken(
  store: Store,
  ids: Ids,
  accountId: string,
  token: string,
  createdAt: number,
  {
    revokedAt = null,
    lifetimeMs = TOKEN_LIFETIME_MS,
  }: { revokedAt?: number | null; lifetimeMs?: number } = {},
): void {
  store.accounts.addToken({
    id: ids.next('tok'),
    accountId,
    hash: tokenHash(token),
    label: 'Demo',
    createdAt,
    expiresAt: createdAt + Math.min(lifetimeMs, TOKEN_LIFETIME_MS),
    revokedAt,
  });
}
