import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measure } from './measure.ts';

/** What a newcomer waits for: a fresh clone of the last commit to the finished main job, and to green tests. */
export function measure(): Promise<Measure[]> {
  const root = join(import.meta.dirname, '../..');
  const minutes = (args: string[]): number => {
    const folder = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
    try {
      execFileSync('git', ['clone', '--quiet', root, folder]);
      // The machine's own Node begins, as it would for a newcomer: npm has put ours in front of it here.
      const own = (process.env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
      const env = Object.fromEntries(
        Object.entries({ ...process.env, PATH: own.join(':') }).filter(([name]) => !name.startsWith('npm_')),
      );
      const start = performance.now();
      execFileSync('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
      return (performance.now() - start) / 60_000;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return Promise.resolve([
    {
      name: 'fresh clone to the finished main job',
      value: minutes(['start', '--', '--exit']),
      unit: 'min',
      aim: '≤ 5',
    },
    { name: 'fresh clone to green tests', value: minutes(['test']), unit: 'min', aim: '≤ 10' },
  ]);
}
