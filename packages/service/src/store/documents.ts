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

/** A document's API view without `files` and `signingLinks`, as JSON text. */
export interface DocumentText {
  id: string;
  status: DocumentStatus;
  view: string;
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
       (id, owner_id, template_id, status, reference, folded_name, updated_at, change_seq, version, due_at, record, view)
     VALUES (?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE}, 1, ?, ?, ?)`,
  );
  const update = db.prepare(
    `UPDATE documents SET status = ?, reference = ?, folded_name = ?, updated_at = ?, change_seq = ${NEXT_CHANGE},
       version = version + 1,
       due_at = ?, record = ?, view = ? WHERE id = ? AND version = ?`,
  );
  const insertKey = db.prepare('INSERT INTO signing_keys VALUES (?, ?, ?)');
  const replaceKey = db.prepare(
    'UPDATE signing_keys SET signing_key = ? WHERE document_id = ? AND role = ? AND signing_key <> ?',
  );
  const byKey = db.prepare('SELECT document_id, role FROM signing_keys WHERE signing_key = ?');
  const stored = db.prepare('SELECT record, version FROM documents WHERE id = ?');
  const text = db.prepare('SELECT id, status, view FROM documents WHERE id = ? AND owner_id = ?');
  const owner = db.prepare('SELECT 1 FROM documents WHERE id = ? AND owner_id = ?');
  const due = db.prepare('SELECT id, due_at FROM documents WHERE due_at <= ? ORDER BY due_at, seq LIMIT 200');
  const earliest = db.prepare('SELECT MIN(due_at) AS due_at FROM documents WHERE due_at > ?');
  const lists = new Map<string, StatementSync>();

  /** The query for a set of filters; there are few sets, and each is prepared once. */
  function listStatement(columns: string, names: (keyof typeof CONDITIONS)[]): StatementSync {
    const key = `${columns}:${names.join()}`;
    let statement = lists.get(key);
    if (!statement) {
      const conditions = ['owner_id = ?', ...names.map((name) => CONDITIONS[name])].join(' AND ');
      statement = db.prepare(
        `SELECT ${columns} FROM documents WHERE ${conditions}
         ORDER BY updated_at DESC, change_seq DESC LIMIT ? OFFSET ?`,
      );
      lists.set(key, statement);
    }
    return statement;
  }

  function list<Row>(columns: string, accountId: string, filter: DocumentFilter): Page<Row> {
    const names = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
      (name) => filter[name] !== undefined && !(name === 'search' && filter.search === ''),
    );
    const values = names.map((name): SQLInputValue =>
      name === 'search' ? foldedName(filter.search ?? '') : (filter[name] ?? null),
    );
    const { limit, page } = filter;
    const rows = listStatement(columns, names).all(
      accountId,
      ...values,
      limit + 1,
      (page - 1) * limit,
    ) as Row[];
    return { items: rows.slice(0, limit), hasMore: rows.length > limit };
  }

  return {
    add(document: Document, view: string): void {
      insert.run(
        document.id,
        document.ownerId,
        document.templateId,
        document.status,
        document.reference,
        foldedName(document.name),
        Date.parse(document.updatedAt),
        nextDue(document),
        JSON.stringify(document),
        view,
      );
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
        JSON.stringify(document),
        view,
        document.id,
        version,
      );
      if (changes !== 1) return false;
      for (const { signingKey, role } of document.recipients)
        replaceKey.run(signingKey, document.id, role, signingKey);
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
    text(id: string, accountId: string): DocumentText | null {
      return (text.get(id, accountId) as DocumentText | undefined) ?? null;
    },
    /** Most recently changed first. */
    texts(accountId: string, filter: DocumentFilter): Page<DocumentText> {
      return list<DocumentText>('id, status, view', accountId, filter);
    },
    records(accountId: string, filter: DocumentFilter): Page<Document> {
      const { items, hasMore } = list<{ record: string }>('record', accountId, filter);
      return { items: items.map(({ record }) => JSON.parse(record) as Document), hasMore };
    },
    /** Documents the service must do something with by itself, the longest overdue first. */
    due(now: number): string[] {
      return (due.all(now) as { id: string }[]).map(({ id }) => id);
    },
    nextDueAfter(now: number): number | null {
      return (earliest.get(now) as { due_at: number | null }).due_at;
    },
  };
}

export type DocumentStore = ReturnType<typeof documentStore>;
