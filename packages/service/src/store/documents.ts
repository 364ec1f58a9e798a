import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { nextDue } from '../domain/document-moves.ts';
import type { Document, DocumentStatus } from '../domain/types.ts';
import { foldedName } from './folded-name.ts';
import type { Page } from './templates.ts';

export interface DocumentFilter {
  status?: DocumentStatus;
  reference?: string;
  templateId?: string;
  search?: string;
  /** Changed after this time, milliseconds since 1970. */
  updatedSince?: number;
  limit: number;
  /** From 1. */
  page: number;
}

/** A document with the version it was read at; writing it back succeeds only while that is still its version. */
export interface StoredDocument {
  document: Document;
  version: number;
}

const CONDITIONS = {
  status: 'status = ?',
  reference: 'reference = ?',
  templateId: 'template_id = ?',
  search: 'instr(folded_name, ?) > 0',
  updatedSince: 'updated_at > ?',
} as const;

/**
 * The number of the event about to be stored: every change of a document stores one, so this orders documents changed
 * in the same millisecond.
 */
const NEXT_CHANGE = '(SELECT COALESCE(MAX(seq), 0) + 1 FROM events)';

export function documentStore(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO documents
       (id, owner_id, template_id, status, reference, folded_name, updated_at, change_seq, version, due_at, view)
     VALUES (?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE}, 1, ?, ?)`,
  );
  const update = db.prepare(
    `UPDATE documents SET status = ?, reference = ?, folded_name = ?, updated_at = ?, change_seq = ${NEXT_CHANGE},
       version = version + 1, due_at = ?, view = ? WHERE id = ? AND version = ?`,
  );
  const insertKey = db.prepare('INSERT INTO signing_keys VALUES (?, ?, ?)');
  const replaceKey = db.prepare(
    'UPDATE signing_keys SET signing_key = ? WHERE document_id = ? AND role = ? AND signing_key <> ?',
  );
  const byKey = db.prepare('SELECT document_id, role FROM signing_keys WHERE signing_key = ?');
  const insertRecord = db.prepare('INSERT INTO document_records VALUES (?, ?)');
  const updateRecord = db.prepare(
    'UPDATE document_records SET record = ? WHERE seq = (SELECT seq FROM documents WHERE id = ?)',
  );
  const stored = db.prepare(
    'SELECT record, version FROM documents JOIN document_records USING (seq) WHERE id = ?',
  );
  const view = db.prepare('SELECT view FROM documents WHERE id = ? AND owner_id = ?');
  const owner = db.prepare('SELECT 1 FROM documents WHERE id = ? AND owner_id = ?');
  const due = db.prepare('SELECT id, due_at FROM documents WHERE due_at <= ? ORDER BY due_at, seq LIMIT 200');
  const postpone = db.prepare('UPDATE documents SET due_at = ? WHERE id = ?');
  const lists = new Map<string, StatementSync>();

  /** The query for a set of filters; there are few sets, and each is prepared once. */
  function listStatement(column: string, from: string, names: (keyof typeof CONDITIONS)[]): StatementSync {
    const key = `${column}:${names.join()}`;
    let statement = lists.get(key);
    if (!statement) {
      const conditions = ['owner_id = ?', ...names.map((name) => CONDITIONS[name])].join(' AND ');
      statement = db.prepare(
        `SELECT ${column} FROM ${from} WHERE ${conditions}
         ORDER BY updated_at DESC, change_seq DESC LIMIT ? OFFSET ?`,
      );
      lists.set(key, statement);
    }
    return statement;
  }

  function list<Row>(column: string, from: string, accountId: string, filter: DocumentFilter): Page<Row> {
    const names = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
      (name) => filter[name] !== undefined && !(name === 'search' && filter.search === ''),
    );
    const values = names.map((name): SQLInputValue =>
      name === 'search' ? foldedName(filter.search ?? '') : (filter[name] ?? null),
    );
    const { limit, page } = filter;
    const rows = listStatement(column, from, names).all(
      accountId,
      ...values,
      limit + 1,
      (page - 1) * limit,
    ) as Row[];
    return { items: rows.slice(0, limit), hasMore: rows.length > limit };
  }

  return {
    /** `view` is what the API shows of the document, as JSON text. */
    add(document: Document, view: string): void {
      const { lastInsertRowid } = insert.run(
        document.id,
        document.ownerId,
        document.templateId,
        document.status,
        document.reference,
        foldedName(document.name),
        Date.parse(document.updatedAt),
        nextDue(document),
        view,
      );
      insertRecord.run(lastInsertRowid, JSON.stringify(document));
      for (const { signingKey, role } of document.recipients) insertKey.run(signingKey, document.id, role);
    },
    /** False when somebody else changed the document since `version`: the loser of a race updates zero rows. */
    update(document: Document, view: string, version: number): boolean {
      const { changes } = update.run(
        document.status,
        document.reference,
        foldedName(document.name),
        Date.parse(document.updatedAt),
        nextDue(document),
        view,
        document.id,
        version,
      );
      if (changes !== 1) return false;
      updateRecord.run(JSON.stringify(document), document.id);
      for (const { signingKey, role } of document.recipients) {
        replaceKey.run(signingKey, document.id, role, signingKey);
      }
      return true;
    },
    get(id: string): StoredDocument | null {
      const row = stored.get(id) as { record: string; version: number } | undefined;
      return row ? { document: JSON.parse(row.record) as Document, version: row.version } : null;
    },
    bySigningKey(signingKey: string): { documentId: string; role: string } | null {
      const row = byKey.get(signingKey) as { document_id: string; role: string } | undefined;
      return row ? { documentId: row.document_id, role: row.role } : null;
    },
    isOwnedBy(id: string, accountId: string): boolean {
      return owner.get(id, accountId) !== undefined;
    },
    view(id: string, accountId: string): string | null {
      return (view.get(id, accountId) as { view: string } | undefined)?.view ?? null;
    },
    /** Most recently changed first. */
    views(accountId: string, filter: DocumentFilter): Page<string> {
      const { items, hasMore } = list<{ view: string }>('view', 'documents', accountId, filter);
      return { items: items.map((row) => row.view), hasMore };
    },
    records(accountId: string, filter: DocumentFilter): Page<Document> {
      const both = 'documents JOIN document_records USING (seq)';
      const { items, hasMore } = list<{ record: string }>('record', both, accountId, filter);
      return { items: items.map(({ record }) => JSON.parse(record) as Document), hasMore };
    },
    /** Documents the service must do something with by itself, the longest overdue first. */
    due(now: number): string[] {
      return (due.all(now) as { id: string }[]).map(({ id }) => id);
    },
    /** What is due with the document waits until `dueAt`, unless the document changes before. */
    postpone(id: string, dueAt: number): void {
      postpone.run(dueAt, id);
    },
  };
}

export type DocumentStore = ReturnType<typeof documentStore>;
