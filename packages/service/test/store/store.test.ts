import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { documentView, templateTexts, withBaseAddress } from '../../src/api/views.ts';
import { createMovableClock } from '../../src/domain/movable-clock.ts';
import { randomIds } from '../../src/random-ids.ts';
import { DEMO_ACCOUNTS, newDemoTokens, seedDemo } from '../../src/seed/demo.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/store.ts';
import { running } from '../running.ts';

test('a database is brought up to date once, and one of a newer version is refused', () => {
  const dir = mkdtempSync(join(tmpdir(), 'service-store-'));
  const file = join(dir, 'x.db');
  try {
    const first = openStore(file);
    seedDemo(first, createMovableClock(), randomIds, newDemoTokens(randomIds));
    first.close();
    const second = openStore(file);
    expect(second.accounts.get(DEMO_ACCOUNTS.ada)?.email).toBe('ada@example.com');
    second.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(() => openStore(file)).toThrow(/newer version/);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('what an earlier version said of a template is made anew', () => {
  const store = openStore(':memory:');
  seedDemo(store, createMovableClock(), randomIds, newDemoTokens(randomIds));
  const schema = () => store.templates.text('tpl_lease', DEMO_ACCOUNTS.ada, 'schema');
  const now = schema();
  store.templates.refresh(() => ({ view: '{}', detail: '{}', schema: 'old' }));
  expect(schema()).toBe('old');
  store.templates.refresh(templateTexts);
  expect(schema()).toBe(now);
  store.close();
});

test('documents of the first version of the database keep their record and view', () => {
  const dir = mkdtempSync(join(tmpdir(), 'service-store-'));
  const file = join(dir, 'x.db');
  try {
    const old = new DatabaseSync(file);
    old.exec(MIGRATIONS[0]!);
    old.exec(`PRAGMA user_version = 1;
      INSERT INTO accounts VALUES ('acc', 'A', 'a@example.com', '', 'UTC', NULL, 0, NULL);
      INSERT INTO documents VALUES (7, 'doc_1', 'acc', NULL, 'completed', '', 'x', 1, 1, 1, NULL, '{"id":"doc_1"}', '{"id":"doc_1"}');`);
    old.close();
    const store = openStore(file);
    expect(store.documents.get('doc_1')?.document).toEqual({ id: 'doc_1' });
    expect(JSON.parse(withBaseAddress(store.documents.view('doc_1', 'acc') ?? '', 'http://x/v1'))).toEqual({
      id: 'doc_1',
      files: {
        pdf: 'http://x/v1/documents/doc_1/file',
        certificate: 'http://x/v1/documents/doc_1/certificate',
      },
    });
    store.close();
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('of two writers of one version the second changes nothing', async () => {
  const service = await running();
  const { id } = (await service.sendLease()) as { id: string };
  const { documents } = service.store;
  const { document, version } = documents.get(id)!;
  const write = (name: string) =>
    documents.update({ ...document, name }, documentView({ ...document, name }), version);
  expect([write('first'), write('second')]).toEqual([true, false]);
  expect(documents.get(id)?.document.name).toBe('first');
});

test('a transaction that fails leaves nothing behind', async () => {
  const { store } = await running();
  expect(() =>
    store.transaction(() => {
      store.accounts.setDisabled(DEMO_ACCOUNTS.ada, true);
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(store.accounts.get(DEMO_ACCOUNTS.ada)?.disabled).toBe(false);
});
