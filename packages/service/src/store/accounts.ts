import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../domain/types.ts';

interface AccountRow {
  id: string;
  name: string;
  email: string;
  company: string;
  time_zone: string;
  site: string | null;
  disabled: number;
  plan_allowance: number | null;
}

/** Who makes a request. */
export interface Caller {
  account: Account;
  tokenId: string;
}

const CALLERS_KEPT = 10_000;

function fromRow(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    company: row.company,
    timeZone: row.time_zone,
    site: row.site === null ? null : (JSON.parse(row.site) as Account['site']),
    disabled: row.disabled === 1,
    planAllowance: row.plan_allowance,
  };
}

export function accountStore(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const byId = db.prepare('SELECT * FROM accounts WHERE id = ?');
  const byToken = db.prepare(
    `SELECT accounts.*, tokens.id AS token_id, expires_at FROM tokens JOIN accounts ON accounts.id = tokens.account_id
     WHERE hash = ? AND revoked_at IS NULL AND disabled = 0`,
  );
  const insertToken = db.prepare(
    'INSERT INTO tokens (id, account_id, hash, label, created_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const revoke = db.prepare('UPDATE tokens SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
  const takeAllowance = db.prepare(
    'UPDATE accounts SET plan_allowance = plan_allowance - 1 WHERE id = ? AND (plan_allowance IS NULL OR plan_allowance > 0) RETURNING plan_allowance',
  );
  const setAllowance = db.prepare('UPDATE accounts SET plan_allowance = ?');
  const setDisabled = db.prepare('UPDATE accounts SET disabled = ? WHERE id = ?');

  const any = db.prepare('SELECT 1 FROM accounts LIMIT 1');
  const changedElsewhere = db.prepare('PRAGMA data_version');

  /**
   * Callers by token hash. Every change of a token or an account, also by another connection, empties it, so that
   * revoking acts at once.
   */
  const callers = new Map<string, Caller & { expiresAt: number }>();
  let dataVersion = -1;
  /** Other connections are looked after once a millisecond at most. */
  let lookedAt = -1;
  const forget = () => callers.clear();

  return {
    add(account: Account): void {
      insert.run(
        account.id,
        account.name,
        account.email,
        account.company,
        account.timeZone,
        account.site && JSON.stringify(account.site),
        Number(account.disabled),
        account.planAllowance,
      );
    },
    get(id: string): Account | null {
      const row = byId.get(id) as AccountRow | undefined;
      return row ? fromRow(row) : null;
    },
    /** Whom a token acts for; null for one that is unknown, revoked or expired, or of a disabled account (section 5). */
    byTokenHash(hash: string, now: number): Caller | null {
      if (now !== lookedAt) {
        lookedAt = now;
        const { data_version: version } = changedElsewhere.get() as { data_version: number };
        if (version !== dataVersion || callers.size > CALLERS_KEPT) forget();
        dataVersion = version;
      }
      let caller = callers.get(hash);
      if (!caller) {
        const row = byToken.get(hash) as (AccountRow & { token_id: string; expires_at: number }) | undefined;
        if (!row) return null;
        caller = { account: fromRow(row), tokenId: row.token_id, expiresAt: row.expires_at };
        callers.set(hash, caller);
      }
      return caller.expiresAt > now ? caller : null;
    },
    addToken(token: {
      id: string;
      accountId: string;
      hash: string;
      label: string;
      createdAt: number;
      expiresAt: number;
      revokedAt: number | null;
    }): void {
      insertToken.run(
        token.id,
        token.accountId,
        token.hash,
        token.label,
        token.createdAt,
        token.expiresAt,
        token.revokedAt,
      );
    },
    /** False when there is no such token or it was revoked before. */
    revokeToken(hash: string, now: number): boolean {
      forget();
      return revoke.run(now, hash).changes === 1;
    },
    /** Takes one document out of the plan allowance; false when it is used up. */
    takeAllowance(accountId: string): boolean {
      const row = takeAllowance.get(accountId) as { plan_allowance: number | null } | undefined;
      if (row && row.plan_allowance !== null) forget();
      return row !== undefined;
    },
    /** For every account; null means unlimited. */
    setAllowance(allowance: number | null): void {
      forget();
      setAllowance.run(allowance);
    },
    setDisabled(accountId: string, disabled: boolean): boolean {
      forget();
      return setDisabled.run(Number(disabled), accountId).changes === 1;
    },
    isEmpty(): boolean {
      return any.get() === undefined;
    },
    /** With the accounts goes everything that belongs to them. */
    clear(): void {
      forget();
      db.exec('DELETE FROM accounts');
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;
