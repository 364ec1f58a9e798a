import type { DatabaseSync } from 'node:sqlite';
import type { Template } from '../domain/types.ts';
import { foldedName } from './folded-name.ts';

/** What the API shows of a template, as JSON text. */
export interface TemplateTexts {
  view: string;
  detail: string;
  schema: string;
}

export interface Page<T> {
  items: T[];
  hasMore: boolean;
}

const VISIBLE = 'EXISTS (SELECT 1 FROM template_readers WHERE account_id = ? AND template_id = templates.id)';

export function templateStore(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO templates (id, owner_id, folded_name, updated_at, record, view, detail, schema)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addReader = db.prepare('INSERT OR IGNORE INTO template_readers VALUES (?, ?)');
  const visible = (columns: string) =>
    db.prepare(`SELECT ${columns} FROM templates WHERE id = ? AND ${VISIBLE}`);
  const record = visible('record');
  const detail = visible('detail AS text');
  const schema = visible('schema AS text');
  const page = db.prepare(
    `SELECT templates.view FROM template_readers JOIN templates ON templates.id = template_id
     WHERE account_id = ? AND (? = '' OR instr(folded_name, ?) > 0)
     ORDER BY updated_at DESC, seq DESC LIMIT ? OFFSET ?`,
  );

  const all = db.prepare('SELECT seq, record, view, detail, schema FROM templates');
  const setTexts = db.prepare('UPDATE templates SET view = ?, detail = ?, schema = ? WHERE seq = ?');

  return {
    add(template: Template, texts: TemplateTexts): void {
      insert.run(
        template.id,
        template.ownerId,
        foldedName(template.name),
        Date.parse(template.updatedAt),
        JSON.stringify(template),
        texts.view,
        texts.detail,
        texts.schema,
      );
      for (const reader of new Set([template.ownerId, ...template.sharedWith]))
        addReader.run(reader, template.id);
    },
    /** Makes anew what an earlier version of the service worded differently. */
    refresh(textsOf: (template: Template) => TemplateTexts): void {
      for (const row of all.all() as unknown as (TemplateTexts & { seq: number; record: string })[]) {
        const { view, detail, schema: text } = textsOf(JSON.parse(row.record) as Template);
        if (view !== row.view || detail !== row.detail || text !== row.schema) {
          setTexts.run(view, detail, text, row.seq);
        }
      }
    },
    /** Null when there is no such template or the account may not see it. */
    get(id: string, accountId: string): Template | null {
      const row = record.get(id, accountId) as { record: string } | undefined;
      return row ? (JSON.parse(row.record) as Template) : null;
    },
    text(id: string, accountId: string, which: 'detail' | 'schema'): string | null {
      const row = (which === 'detail' ? detail : schema).get(id, accountId) as { text: string } | undefined;
      return row?.text ?? null;
    },
    /** Most recently changed first. */
    list(accountId: string, search: string, limit: number, number: number): Page<string> {
      const folded = foldedName(search);
      const rows = page.all(accountId, folded, folded, limit + 1, (number - 1) * limit) as { view: string }[];
      return { items: rows.slice(0, limit).map(({ view }) => view), hasMore: rows.length > limit };
    },
  };
}

export type TemplateStore = ReturnType<typeof templateStore>;
