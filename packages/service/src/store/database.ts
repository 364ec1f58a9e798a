import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from './migrations.ts';

/** Opens (and brings up to date) the database in `file`; `:memory:` for one that ends with the process. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA busy_timeout = 5000;
    PRAGMA foreign_keys = ON;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -32000;
    PRAGMA temp_store = MEMORY;
  `);
  migrate(db);
  return db;
}

function migrate(db: DatabaseSync): void {
  const { user_version: taken } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (taken > MIGRATIONS.length) {
    throw new Error(
      `The database is of a newer version (${taken}) than this service (${MIGRATIONS.length}).`,
    );
  }
  MIGRATIONS.slice(taken).forEach((step, index) => {
    inTransaction(db, () => {
      db.exec(step);
      db.exec(`PRAGMA user_version = ${taken + index + 1}`);
    });
  });
}

/** All of `work` or nothing of it. `work` must not wait: everything in between belongs to the transaction. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
