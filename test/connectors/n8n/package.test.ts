import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startN8nEngine, type N8nEngine, type WorkflowJson } from './engine.ts';
import { packPackage, PACKAGE_SOURCE, unpackPackage } from './installed-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'n8n-package-'));
let tarball: string;
let unpacked: string;
let engine: N8nEngine;
beforeAll(async () => {
  tarball = packPackage(folder);
  unpacked = unpackPackage(tarball, folder);
  engine = await startN8nEngine();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const manifest = () =>
  JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Record<string, never>;

describe('the tarball', () => {
  it('is what a verified community node must be', () => {
    const { dependencies, peerDependencies, keywords, license, overrides, homepage, author, n8n } =
      manifest();
    expect({ dependencies, overrides, license, peerDependencies }).toEqual({
      dependencies: undefined,
      overrides: undefined,
      license: 'MIT',
      peerDependencies: { 'n8n-workflow': '*' },
    });
    expect(keywords).toContain('n8n-community-node-package');
    expect(homepage).toMatch(/^https:/);
    expect(author).toMatchObject({ email: expect.stringMatching(/@/) });
    expect(n8n).toMatchObject({ strict: true });
  });

  it('holds what it needs and no sources, in at most 100 KB', () => {
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'send-sign-download.json']),
    );
    expect(files.filter((name) => /\.ts$|\.map$|\.tsbuildinfo$|\.png$/.test(name))).toEqual([]);
    expect(statSync(tarball).size).toBeLessThan(100 * 1024);
  });

  it.each([
    ['the sources', () => [PACKAGE_SOURCE, 'source']],
    ['the unpacked tarball', () => [unpacked, 'package']],
  ])('passes the scanner of verified nodes: %s', (_what, given) => {
    // The scanner is an ES module, and its linter brings parsers of its own: it is run as a program.
    const program = `
      import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
      const [folder, kind] = process.argv.slice(1);
      const result = await analyzePackage(folder, kind === 'source' ? SOURCE_FILE_PATTERNS : undefined);
      process.stdout.write(JSON.stringify(result));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, ...given()], {
      encoding: 'utf8',
      // Some of its rules take themselves to be under test where they find jest's environment.
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    expect(JSON.parse(output)).toEqual({ passed: true });
  });
});

describe('the nodes', () => {
  it.each(['documentSigning', 'documentSigningTrigger'])(
    '%s has icons, a codex and its credential',
    (name) => {
      const { description } = engine.nodeType(name);
      const { iconUrl } = description as { iconUrl?: { light: string; dark: string } };
      for (const url of [iconUrl!.light, iconUrl!.dark]) {
        expect(readFileSync(join(unpacked, url.replace(`icons/${basename(unpacked)}/`, '')), 'utf8')).toMatch(
          /^<svg /,
        );
      }
      expect(description.codex).toMatchObject({
        categories: expect.any(Array),
        alias: expect.arrayContaining(['e-signature']),
      });
      expect(description.credentials).toEqual([{ name: 'documentSigningApi', required: true }]);
    },
  );

  it('the actions can be a tool, and each says what it does', () => {
    const { description } = engine.nodeType('documentSigning');
    expect(description.usableAsTool).toBe(true);
    const operations = description.properties.filter(({ name }) => name === 'operation');
    const options = operations.flatMap(
      (operation) => operation.options as { name: string; description?: string; action?: string }[],
    );
    expect(options).toHaveLength(15);
    for (const option of options) {
      expect(option.action).toMatch(/^[A-Z]/);
      expect(option.description!.length).toBeGreaterThan(20);
    }
  });
});

describe('the examples', () => {
  const examples = join(PACKAGE_SOURCE, 'examples');

  it.each(readdirSync(examples))('%s uses the nodes with parameters that they have', (file) => {
    const workflow = JSON.parse(readFileSync(join(examples, file), 'utf8')) as WorkflowJson;
    const ours = workflow.nodes.filter(({ type }) => type.startsWith('n8n-nodes-document-signing.'));
    expect(ours.length).toBeGreaterThan(0);
    for (const node of ours) {
      const { description } = engine.nodeType(node.type.split('.')[1]!);
      const known = new Set(description.properties.map(({ name }) => name));
      expect(Object.keys(node.parameters).filter((name) => !known.has(name))).toEqual([]);
      expect(Object.keys(node.credentials!)).toEqual(['documentSigningApi']);
    }
    const names = new Set(workflow.nodes.map(({ name }) => name));
    expect(Object.keys(workflow.connections).filter((name) => !names.has(name))).toEqual([]);
  });
});
