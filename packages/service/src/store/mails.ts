import type { DatabaseSync } from 'node:sqlite';
import type { MailIntent } from '../domain/document-moves.ts';

/** A mail waiting to be composed and sent. */
export interface WaitingMail extends MailIntent {
  seq: number;
  documentId: string;
}

/** Mails are written down in the transaction of the move that caused them, so that a crash loses none. */
export function mailStore(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO mails (document_id, kind, role, reason) VALUES (?, ?, ?, ?)');
  const waiting = db.prepare(
    'SELECT seq, document_id AS documentId, kind, role, reason FROM mails WHERE seq > ? ORDER BY seq LIMIT 100',
  );
  const remove = db.prepare('DELETE FROM mails WHERE seq = ?');
  const fail = db.prepare('UPDATE mails SET tries = tries + 1 WHERE seq = ? RETURNING tries');
  return {
    add(documentId: string, { kind, role, reason }: MailIntent): void {
      insert.run(documentId, kind, role, reason);
    },
    waitingAfter(seq: number): WaitingMail[] {
      return waiting.all(seq) as unknown as WaitingMail[];
    },
    remove(seq: number): void {
      remove.run(seq);
    },
    /** How often sending it has failed. */
    noteFailure(seq: number): number {
      return (fail.get(seq) as { tries: number } | undefined)?.tries ?? 0;
    },
  };
}

export type MailStore = ReturnType<typeof mailStore>;
