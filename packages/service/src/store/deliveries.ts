import type { DatabaseSync } from 'node:sqlite';

/** One event on its way to one webhook. */
export interface Delivery {
  seq: number;
  webhookId: string;
  event: string;
  /** The bytes to send. */
  body: string;
  /** Tries made and answered so far. */
  tries: number;
  /** Milliseconds since 1970; null before the first try ended. */
  firstTryAt: number | null;
}

export interface DeliveryEntry {
  webhookId: string;
  url: string;
  eventId: string;
  event: string;
  state: 'pending' | 'delivered' | 'failed';
  tries: number;
  nextTryAt: string | null;
  lastStatus: number | null;
  lastError: string;
}

export function deliveryStore(db: DatabaseSync) {
  const addForEvent = db.prepare(
    `INSERT INTO deliveries (webhook_id, event_seq, next_try_at)
     SELECT id, ?, ? FROM webhooks
     WHERE account_id = ? AND active = 1
       AND (events = '[]' OR EXISTS (SELECT 1 FROM json_each(events) WHERE value = ?))
     ORDER BY seq`,
  );
  const webhooksDue = db.prepare(
    `SELECT DISTINCT webhook_id FROM deliveries WHERE state = 'pending' AND next_try_at <= ?`,
  );
  const due = db.prepare(
    `SELECT deliveries.seq, webhook_id AS webhookId, kind AS event, body, tries, first_try_at AS firstTryAt
     FROM deliveries JOIN events ON events.seq = event_seq
     WHERE webhook_id = ? AND state = 'pending' AND next_try_at <= ? ORDER BY deliveries.seq LIMIT ?`,
  );
  const next = db.prepare(
    `SELECT MIN(next_try_at) AS at FROM deliveries WHERE state = 'pending' AND next_try_at > ?`,
  );
  const anyDue = db.prepare(`SELECT 1 FROM deliveries WHERE state = 'pending' AND next_try_at <= ? LIMIT 1`);
  const finish = db.prepare(
    `UPDATE deliveries SET state = ?, tries = tries + 1, first_try_at = COALESCE(first_try_at, ?), next_try_at = ?,
       last_status = ?, last_error = ? WHERE seq = ?`,
  );
  const list = db.prepare(
    `SELECT webhook_id AS webhookId, url, events.id AS eventId, kind AS event, state, tries, next_try_at AS nextTryAt,
       deliveries.last_status AS lastStatus, deliveries.last_error AS lastError
     FROM deliveries JOIN events ON events.seq = event_seq JOIN webhooks ON webhooks.id = webhook_id
     ORDER BY deliveries.seq DESC LIMIT ?`,
  );
  const prune = db.prepare(
    `DELETE FROM deliveries WHERE state <> 'pending' AND seq < (SELECT MAX(seq) FROM deliveries) - ?`,
  );

  return {
    /** One delivery for every webhook subscribed to the event, due at once; returns how many. */
    addForEvent(eventSeq: number, accountId: string, kind: string, now: number): number {
      return Number(addForEvent.run(eventSeq, now, accountId, kind).changes);
    },
    webhooksDue(now: number): string[] {
      return (webhooksDue.all(now) as { webhook_id: string }[]).map((row) => row.webhook_id);
    },
    /** In the order of the events. */
    due(webhookId: string, now: number, limit: number): Delivery[] {
      return due.all(webhookId, now, limit) as unknown as Delivery[];
    },
    anyDue(now: number): boolean {
      return anyDue.get(now) !== undefined;
    },
    nextTryAfter(now: number): number | null {
      return (next.get(now) as { at: number | null }).at;
    },
    /** `nextTryAt` null ends the delivery; it does nothing when the webhook was deleted meanwhile. */
    noteTry(
      delivery: Delivery,
      result: {
        startedAt: number;
        delivered: boolean;
        nextTryAt: number | null;
        status: number | null;
        error: string;
      },
    ): void {
      const state = result.delivered ? 'delivered' : result.nextTryAt === null ? 'failed' : 'pending';
      finish.run(state, result.startedAt, result.nextTryAt, result.status, result.error, delivery.seq);
    },
    /** Newest first. */
    list(limit: number): DeliveryEntry[] {
      const rows = list.all(limit) as unknown as (Omit<DeliveryEntry, 'nextTryAt'> & {
        nextTryAt: number | null;
      })[];
      return rows.map((row) => ({
        ...row,
        nextTryAt: row.nextTryAt === null ? null : new Date(row.nextTryAt).toISOString(),
      }));
    },
    /** Forgets finished deliveries except the latest `keep`. */
    prune(keep: number): void {
      prune.run(keep);
    },
  };
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;
