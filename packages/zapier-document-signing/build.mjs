import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the app into one ES module, the shared code included: Zapier installs the app's dependencies from npm, and
 * code from the rest of this workspace is not there. zapier-platform-core stays outside, as Zapier requires.
 */
const here = import.meta.dirname;

rmSync(join(here, 'dist', 'index.js'), { force: true });

await build({
  absWorkingDir: here,
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  external: ['zapier-platform-core'],
  // The sources rather than their build, so that what the app does not use stays out of its bundle.
  alias: { '@document-signing/shared': join(here, '../../shared/src/index.ts') },
  legalComments: 'none',
  logLevel: 'warning',
});
