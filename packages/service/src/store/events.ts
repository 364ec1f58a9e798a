import type { DatabaseSync } from 'node:sqlite';
import type { MovedEvent } from '../domain/document-moves.ts';
import type { DocumentEvent, EventKind } from '../domain/types.ts';

export function eventStore(db: DatabaseSync) {
  const insert = db.prepare(
    'INSERT INTO events (id, account_id, document_id, kind, detail, body) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const latest = db.prepare('SELECT body FROM events WHERE account_id = ? ORDER BY seq DESC LIMIT ?');
  const latestOfKind = db.prepare(
    'SELECT body FROM events WHERE account_id = ? AND kind = ? ORDER BY seq DESC LIMIT ?',
  );
  const ofDocument = db.prepare('SELECT body, detail FROM events WHERE document_id = ? ORDER BY seq');

  return {
    /** Stores the event in the very bytes that every delivery and every poll will carry; returns its sequence number. */
    add(accountId: string, { event, detail }: MovedEvent): number {
      const { lastInsertRowid } = insert.run(
        event.id,
        accountId,
        event.document.id,
        event.event,
        detail,
        JSON.stringify(event),
      );
      return Number(lastInsertRowid);
    },
    /** Newest first, as JSON texts. */
    latest(accountId: string, kind: EventKind | undefined, limit: number): string[] {
      const rows =
        kind === undefined ? latest.all(accountId, limit) : latestOfKind.all(accountId, kind, limit);
      return (rows as { body: string }[]).map(({ body }) => body);
    },
    /** Oldest first. */
    ofDocument(documentId: string): MovedEvent[] {
      const rows = ofDocument.all(documentId) as { body: string; detail: string }[];
      return rows.map(({ body, detail }) => ({ event: JSON.parse(body) as DocumentEvent, detail }));
    },
  };
}

export type EventStore = ReturnType<typeof eventStore>;
