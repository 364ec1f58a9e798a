import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { documentView } from '../../src/api/views.ts';
import { createMovableClock } from '../../src/domain/movable-clock.ts';
import { randomIds } from '../../src/random-ids.ts';
import { DEMO_ACCOUNTS, newDemoTokens, seedDemo } from '../../src/seed/demo.ts';
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
