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
    `SELECT accounts.*, tokens.id AS token_id FROM tokens JOIN accounts ON accounts.id = tokens.account_id
     WHERE hash = ? AND revoked_at IS NULL AND expires_at > ? AND disabled = 0`,
  );
  const insertToken = db.prepare(
    'INSERT INTO tokens (id, account_id, hash, label, created_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const revoke = db.prepare('UPDATE tokens SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
  const takeAllowance = db.prepare(
    'UPDATE accounts SET plan_allowance = plan_allowance - 1 WHERE id = ? AND (plan_allowance IS NULL OR plan_allowance > 0)',
  );
  const setAllowance = db.prepare('UPDATE accounts SET plan_allowance = ?');
  const setDisabled = db.prepare('UPDATE accounts SET disabled = ? WHERE id = ?');

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
    byTokenHash(hash: string, now: number): { account: Account; tokenId: string } | null {
      const row = byToken.get(hash, now) as (AccountRow & { token_id: string }) | undefined;
      return row ? { account: fromRow(row), tokenId: row.token_id } : null;
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
      return revoke.run(now, hash).changes === 1;
    },
    /** Takes one document out of the plan allowance; false when it is used up. */
    takeAllowance(accountId: string): boolean {
      return takeAllowance.run(accountId).changes === 1;
    },
    /** For every account; null means unlimited. */
    setAllowance(allowance: number | null): void {
      setAllowance.run(allowance);
    },
    setDisabled(accountId: string, disabled: boolean): boolean {
      return setDisabled.run(Number(disabled), accountId).changes === 1;
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;
