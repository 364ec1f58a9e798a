import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Where the package under test has its sources. */
export const PACKAGE_SOURCE = resolve('packages/n8n-nodes-document-signing');
export const PACKAGE_NAME = 'n8n-nodes-document-signing';

/** Packs the built package as npm would publish it; gives the path of the tarball. */
export function packPackage(into: string, source = PACKAGE_SOURCE): string {
  mkdirSync(into, { recursive: true });
  // A folder of its own, so that the tarball in it is the one just packed.
  const folder = mkdtempSync(join(into, 'pack-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: source,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm pack made no tarball of ${source}.`);
  return join(folder, tarball);
}

/** Unpacks a tarball to where n8n looks for community packages below a user folder; gives the package's folder. */
export function unpackPackage(tarball: string, nodesFolder: string): string {
  const target = join(nodesFolder, 'node_modules', PACKAGE_NAME);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  return target;
}

/**
 * Packs and unpacks the package, beside the very copy of n8n-workflow that the engine uses: an error class of another
 * copy would be none of the engine's.
 */
export function installPackage(
  userFolder: string,
  n8nFolder = resolve('.'),
  source = PACKAGE_SOURCE,
): string {
  const packed = mkdtempSync(join(tmpdir(), 'n8n-package-'));
  try {
    const folder = unpackPackage(packPackage(packed, source), join(userFolder, '.n8n', 'nodes'));
    const workflow = join(dirname(folder), 'n8n-workflow');
    if (!existsSync(workflow)) symlinkSync(join(n8nFolder, 'node_modules/n8n-workflow'), workflow, 'dir');
    return folder;
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
