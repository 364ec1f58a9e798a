import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DemoTokens } from './seed/demo.ts';

/** What a running service keeps on disk. */
export interface DataDirectory {
  path: string;
  /** For `openStore`. */
  database: string;
  mails: string;
  readTokens(): DemoTokens | null;
  writeTokens(tokens: DemoTokens): void;
  /** Lets another service have it; what was only for this run is gone then. */
  release(): void;
}

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/** Takes `dir` for this process alone; null makes one that is removed with `release`. */
export function openDataDirectory(dir: string | null): DataDirectory {
  const path = dir ?? mkdtempSync(join(tmpdir(), 'document-signing-service-'));
  mkdirSync(path, { recursive: true });
  const unlock = dir === null ? () => rmSync(path, { recursive: true, force: true }) : lock(path);
  const tokens = join(path, 'demo-tokens.json');
  return {
    path,
    database: dir === null ? ':memory:' : join(path, 'service.db'),
    mails: join(path, 'mails'),
    readTokens: () => (existsSync(tokens) ? (JSON.parse(readFileSync(tokens, 'utf8')) as DemoTokens) : null),
    writeTokens(all) {
      writeSecret(tokens, `${JSON.stringify(all, null, 2)}\n`);
      writeSecret(join(path, 'demo-token'), `${all.ada}\n`);
    },
    release: unlock,
  };
}

/** The mode of `writeFile` counts only for new files, so it is set again for one that was there. */
function writeSecret(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/**
 * Two services on one directory would deliver everything twice. The lock is a transaction left open, which the system
 * ends even when the process is killed.
 */
function lock(path: string): () => void {
  const held = new DatabaseSync(join(path, 'lock'));
  try {
    held.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch {
    held.close();
    throw new DirectoryInUse(`The data directory ${path} is in use by another running service.`);
  }
  return () => held.close();
}
