import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startService } from 'document-signing-service';
import { packPackage } from '../../connectors/n8n/installed-package.ts';
import { dateScene } from './date-scene.ts';
import { editorScene } from './editor-scene.ts';
import { EXAMPLE_SCENES } from './example-scenes.ts';
import { installN8n, N8N_VERSIONS, type N8nVersion } from './installed-n8n.ts';
import { startMailSink } from './mail-sink.ts';
import { startN8n } from './running-n8n.ts';
import type { Scene } from './scene.ts';

/**
 * The packed package in whole n8ns, the newest one and the last of the 1.x: every example is imported and played to
 * its end, then a person's steps are taken in the editor. `N8N_E2E=2.40.7` plays in one version only,
 * `N8N_E2E_SCENE=…` one scene only.
 */
const folder = resolve('.local/e2e/n8n');
mkdirSync(folder, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
const tarball = packPackage(join(temporary, 'package'));
const asked = process.env.N8N_E2E?.split(',') as N8nVersion[] | undefined;
const only = process.env.N8N_E2E_SCENE;

let failed = 0;
for (const version of asked ?? N8N_VERSIONS) {
  console.log(`\nn8n ${version}`);
  failed += await play(version);
}
rmSync(temporary, { recursive: true, force: true });
assert.equal(failed, 0, `${failed} scenes failed`);

async function play(version: N8nVersion): Promise<number> {
  const installed = installN8n(version);
  const service = await startService({ localControls: true, requestsPerMinute: 10_000 });
  const mail = await startMailSink();
  const started = Date.now();
  const n8n = await startN8n({
    installed,
    tarball,
    userFolder: join(temporary, version),
    log: join(folder, `n8n-${version}.log`),
  });
  console.log(`  ready after ${seconds(started)} at ${n8n.url}`);
  let failures = 0;
  const scene: Scene = { n8n, service, mail, credentials: {} };
  const attempt = async (name: string, act: () => Promise<string>): Promise<void> => {
    if (only && name !== only && name !== 'credentials') return;
    const begun = Date.now();
    try {
      const what = await act();
      console.log(`  ✓ ${name}: ${what} (${seconds(begun)})`);
    } catch (error) {
      failures++;
      console.log(`  ✗ ${name}: ${(error as Error).stack}`);
    }
  };
  try {
    await attempt('node types', () => nodeTypes(scene));
    await attempt('credentials', () => addCredentials(scene));
    for (const [name, act] of Object.entries(EXAMPLE_SCENES)) {
      await attempt(name, () => act(scene));
    }
    await attempt('dates', () => dateScene(scene));
    await attempt('the editor', () => editorScene(scene, join(folder, version)));
  } finally {
    await n8n.stop();
    await mail.close();
    await service.close();
  }
  return failures;
}

/** n8n has loaded the package: both nodes with their icons, and the actions as a tool for agents too. */
async function nodeTypes({ n8n }: Scene): Promise<string> {
  const types =
    await n8n.get<{ name: string; iconUrl?: { light: string; dark: string } }[]>('/types/nodes.json');
  const ours = types.filter(({ name }) => name.startsWith('n8n-nodes-document-signing.'));
  const names = ours.map(({ name }) => name.split('.')[1]!).sort();
  assert.deepEqual(names, ['documentSigning', 'documentSigningTool', 'documentSigningTrigger']);
  for (const { iconUrl } of ours) {
    for (const url of [iconUrl!.light, iconUrl!.dark]) {
      const icon = await fetch(`${n8n.url}/${url}`);
      assert.match(await icon.text(), /^<svg /);
    }
  }
  return names.join(', ');
}

/** Adds the two credentials that the examples use, and has n8n test the one of the package, also with wrong entries. */
async function addCredentials({ n8n, service, mail, credentials }: Scene): Promise<string> {
  const type = 'documentSigningApi';
  const name = 'Document Signing account';
  const data = { baseUrl: service.baseUrl, token: service.tokens!.ada };
  const id = await n8n.addCredential(name, type, data);
  credentials[type] = { id, name };
  const smtp = { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true };
  credentials.smtp = { id: await n8n.addCredential('SMTP account', 'smtp', smtp), name: 'SMTP account' };

  const test = (entries: object) =>
    n8n.rest<{ status: string; message: string }>('POST', '/credentials/test', {
      credentials: { id, name, type, data: { ...data, ...entries } },
    });
  assert.equal((await test({})).status, 'OK');
  const refusals: string[] = [];
  for (const wrong of [{ token: 'wrong' }, { baseUrl: service.url }, { baseUrl: 'http://127.0.0.1:9/v1' }]) {
    const { status, message } = await test(wrong);
    assert.equal(status, 'Error');
    refusals.push(message);
  }
  return `the test passes; wrong entries: ${refusals.join(' | ')}`;
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
