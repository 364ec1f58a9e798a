import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The versions of n8n that the package is tried in, with what their installs need beside: packages that a registry may
 * not have in the version asked for are taken in one that it has, none of which the workflows here touch; and peers
 * that npm leaves out under `--legacy-peer-deps`.
 */
const VERSIONS = {
  '2.40.7': {
    overrides: {
      cssomnom: 'npm:cssom@0.5.0',
      xlsx: '0.18.5',
      '@langchain/langgraph-checkpoint': '1.1.5',
      '@langchain/protocol': '0.0.19',
    },
    peers: { 'date-fns': '2.30.0' },
  },
  '1.123.81': {
    overrides: { xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.0' },
    peers: { 'date-fns': '2.30.0' },
  },
} satisfies Record<string, { overrides: Record<string, string>; peers: Record<string, string> }>;

export type N8nVersion = keyof typeof VERSIONS;
export const N8N_VERSIONS = Object.keys(VERSIONS) as N8nVersion[];

/** Outside the clone: a whole n8n has some 2 GB, and stays for the next run. */
export function cacheFolder(): string {
  return (
    process.env.DOCUMENT_SIGNING_CACHE ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'document-signing-connectors')
  );
}

/** Installs a version of n8n into the cache, unless it is there; gives the folder that holds it. */
export function installN8n(version: N8nVersion, say: (text: string) => void = console.log): string {
  const folder = join(cacheFolder(), `n8n-${version}`);
  const manifest = `${JSON.stringify(
    {
      name: `n8n-${version}`,
      private: true,
      dependencies: { n8n: version, ...VERSIONS[version].peers },
      overrides: VERSIONS[version].overrides,
    },
    null,
    2,
  )}\n`;
  const stamp = join(folder, '.installed');
  const wanted = createHash('sha256').update(`${manifest}${process.versions.modules}`).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;

  say(`Installing n8n ${version} into ${folder} (once, several minutes) …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  npm(folder, ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-package-lock']);
  // The database driver has no binary for this Node: it is compiled.
  npm(folder, ['rebuild', 'sqlite3', ...headers()]);
  writeFileSync(stamp, wanted);
  return folder;
}

function npm(folder: string, args: string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  });
}

/** The headers of the running Node: the npm package that carries its binary has them too. */
function headers(): string[] {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(cacheFolder(), `node-${process.versions.node}`);
  const found = join(folder, 'node_modules', name);
  if (!existsSync(join(found, 'include/node/node_version.h'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    npm(folder, ['install', '--ignore-scripts', '--no-package-lock', `${name}@${process.versions.node}`]);
  }
  return [`--nodedir=${found}`];
}
