'use strict';

/**
 * Installs what the lockfile names, once: every command of the project may be the first one on a fresh clone. Runs on
 * whatever Node the machine has; everything after it runs on the one that the lockfile brings.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const stamp = join(root, 'node_modules', '.installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

/** Runs npm quietly; where it fails, what it said is shown and nothing else is done. */
function npm(...args) {
  const windows = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    [...args, '--loglevel=error'],
    {
      cwd: root,
      encoding: 'utf8',
      shell: windows,
    },
  );
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
  process.stderr.write(`npm ${args[0]} failed: the lines above say why. Nothing else was done.\n`);
  process.exit(1);
}

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!installed) {
  process.stdout.write('Installing the packages of the lockfile (once, about two minutes) …\n');
  // Not `npm ci`: it refuses a lockfile that lacks the binaries of platforms whose packages the registry did not have
  // when it was written (docs/adr/0005). The versions are the lockfile's either way, and it stays as it is.
  npm('install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts');
  // The one install script that is needed: it fetches the Node that everything after this runs on.
  npm('rebuild', 'node');
  writeFileSync(stamp, wanted);
}
