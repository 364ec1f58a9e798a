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

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!installed) {
  process.stdout.write('Installing the packages of the lockfile (once, about two minutes) …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Not `npm ci`: it refuses a lockfile that lacks the binaries of platforms whose packages the registry did not have
  // when it was written (docs/adr/0005). The versions are the lockfile's either way, and it stays as it is.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stdout, stderr, error } = spawnSync(npm, args, {
    cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n${error ? `${error.message}\n` : ''}`);
    process.stderr.write('npm install failed: the lines above say why. Nothing else was done.\n');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
