import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run e2e [-- part …]`: the parts are the folders here that hold a `run.ts`; all of them where none is named. Each
 * is a program of its own, and its exit code counts.
 */
const parts = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'run.ts')),
);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`There is no end-to-end part ${unknown.join(', ')}: choose from ${parts.join(', ')}.`);
  process.exit(2);
}

const failed: string[] = [];
for (const part of asked.length > 0 ? asked : parts) {
  console.log(`\n== e2e: ${part}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, part, 'run.ts')], {
    stdio: 'inherit',
  });
  if (status !== 0) failed.push(part);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exit(1);
}
