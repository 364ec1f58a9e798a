import type { DatabaseSync } from 'node:sqlite';

/** `sealed` is the finished PDF and never drawn again; `draft` is the PDF as it was at a version of the document. */
export type FileKind = 'draft' | 'sealed' | 'certificate';

export function fileStore(db: DatabaseSync) {
  const put = db.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)');
  const get = db.prepare('SELECT version, bytes FROM files WHERE document_id = ? AND kind = ?');
  const drop = db.prepare('DELETE FROM files WHERE document_id = ? AND kind = ?');

  const putGiven = db.prepare('INSERT OR REPLACE INTO given_files VALUES (?, ?, ?)');
  const getGiven = db.prepare('SELECT bytes FROM given_files WHERE document_id = ? AND field_key = ?');

  return {
    /** A picture or attachment that a recipient gave; its name and the like stand in the document's field. */
    putGiven(documentId: string, fieldKey: string, bytes: Uint8Array): void {
      putGiven.run(documentId, fieldKey, bytes);
    },
    given(documentId: string, fieldKey: string): Uint8Array | null {
      return (getGiven.get(documentId, fieldKey) as { bytes: Uint8Array } | undefined)?.bytes ?? null;
    },
    put(documentId: string, kind: FileKind, version: number, bytes: Uint8Array): void {
      put.run(documentId, kind, version, bytes);
    },
    get(documentId: string, kind: FileKind): { version: number; bytes: Uint8Array } | null {
      return (get.get(documentId, kind) as { version: number; bytes: Uint8Array } | undefined) ?? null;
    },
    drop(documentId: string, kind: FileKind): void {
      drop.run(documentId, kind);
    },
  };
}

export type FileStore = ReturnType<typeof fileStore>;
