import type { DatabaseSync } from 'node:sqlite';
import type { EventKind, Webhook } from '../domain/types.ts';

interface WebhookRow {
  id: string;
  account_id: string;
  url: string;
  events: string;
  active: number;
  secret: string;
  source: string;
  last_delivery_at: number | null;
  last_status: number | null;
  last_error: string;
  last_event: string;
  created_at: number;
}

function fromRow(row: WebhookRow): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: JSON.parse(row.events) as EventKind[],
    active: row.active === 1,
    secret: row.secret,
    source: row.source,
    lastDeliveryAt: row.last_delivery_at === null ? null : new Date(row.last_delivery_at).toISOString(),
    lastStatus: row.last_status,
    lastError: row.last_error,
    lastEvent: row.last_event,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export function webhookStore(db: DatabaseSync) {
  // Counting and inserting are one statement, so that two requests at once cannot both become the last one allowed.
  const insert = db.prepare(
    `INSERT INTO webhooks (id, account_id, url, events, active, secret, source, created_at)
     SELECT ?, ?, ?, ?, 1, ?, ?, ? WHERE (SELECT COUNT(*) FROM webhooks WHERE account_id = ?) < ?`,
  );
  const all = db.prepare('SELECT * FROM webhooks WHERE account_id = ? ORDER BY seq');
  const one = db.prepare('SELECT * FROM webhooks WHERE id = ? AND account_id = ?');
  const byId = db.prepare('SELECT * FROM webhooks WHERE id = ?');
  const remove = db.prepare('DELETE FROM webhooks WHERE id = ? AND account_id = ?');
  const note = db.prepare(
    'UPDATE webhooks SET last_delivery_at = ?, last_status = ?, last_error = ?, last_event = ? WHERE id = ?',
  );

  return {
    /** False when the account already has `limit` webhooks. */
    add(webhook: Webhook, limit: number): boolean {
      const { changes } = insert.run(
        webhook.id,
        webhook.accountId,
        webhook.url,
        JSON.stringify(webhook.events),
        webhook.secret,
        webhook.source,
        Date.parse(webhook.createdAt),
        webhook.accountId,
        limit,
      );
      return changes === 1;
    },
    /** Oldest first. */
    list(accountId: string): Webhook[] {
      return (all.all(accountId) as unknown as WebhookRow[]).map(fromRow);
    },
    get(id: string, accountId: string): Webhook | null {
      const row = one.get(id, accountId) as WebhookRow | undefined;
      return row ? fromRow(row) : null;
    },
    byId(id: string): Webhook | null {
      const row = byId.get(id) as WebhookRow | undefined;
      return row ? fromRow(row) : null;
    },
    /** With it go its deliveries. */
    remove(id: string, accountId: string): boolean {
      return remove.run(id, accountId).changes === 1;
    },
    noteDelivery(id: string, at: number, status: number | null, error: string, event: string): void {
      note.run(at, status, error, event, id);
    },
  };
}

export type WebhookStore = ReturnType<typeof webhookStore>;
