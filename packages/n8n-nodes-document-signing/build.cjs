'use strict';

/**
 * Bundles each node and the credential into one file of its own, the shared code included: an installed package has no
 * dependencies. n8n-workflow stays outside, as n8n brings its own copy.
 */
const { cpSync, globSync, mkdirSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { build } = require('esbuild');

const here = __dirname;
const out = join(here, 'dist');

async function main() {
  for (const built of ['nodes', 'credentials', 'icons'])
    rmSync(join(out, built), { recursive: true, force: true });

  await build({
    absWorkingDir: here,
    entryPoints: globSync('{nodes,credentials}/**/*.{node,credentials}.ts', { cwd: here }),
    outbase: here,
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['n8n-workflow'],
    // The sources rather than their build, so that what a node does not use stays out of its bundle.
    alias: { '@document-signing/shared': join(here, '../../shared/src/index.ts') },
    legalComments: 'none',
    logLevel: 'warning',
  });

  for (const codex of globSync('nodes/**/*.node.json', { cwd: here })) {
    mkdirSync(dirname(join(out, codex)), { recursive: true });
    cpSync(join(here, codex), join(out, codex));
  }
  cpSync(join(here, 'icons'), join(out, 'icons'), { recursive: true });
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
