import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { startService } from 'document-signing-service';
import { packPackage } from '../connectors/n8n/installed-package.ts';
import { installN8n, N8N_VERSIONS } from './n8n/installed-n8n.ts';
import { freePort, startN8n, type RunningN8n } from './n8n/running-n8n.ts';
import { example, EXAMPLES } from './n8n/scene.ts';

/**
 * `npm run n8n`: the n8n editor with the package installed, on the local service. A credential and the example workflows
 * are there to click; what is changed in the editor stays, in `.local/n8n`.
 */
const folder = resolve('.local/n8n');
mkdirSync(folder, { recursive: true });
const installed = installN8n(N8N_VERSIONS[0]!);
const service = await startService({
  dataDir: resolve('.local/service'),
  port: await freePort(4010),
  localControls: true,
});
const n8n = await startN8n({
  installed,
  tarball: packPackage(resolve(folder, 'package')),
  userFolder: folder,
  port: await freePort(5678),
  log: resolve(folder, 'n8n.log'),
  settings: { N8N_ENCRYPTION_KEY: 'only-for-the-local-demonstration' },
});
await provide(n8n);
console.log(`
n8n        ${n8n.url}
sign in    ${n8n.owner.email} / ${n8n.owner.password}
service    ${service.url} (mails lie in ${service.dataDir}/mails)
workflows  ${EXAMPLES.join(', ')}
Ctrl+C ends both.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void n8n
      .stop()
      .then(() => service.close())
      .then(() => process.exit());
  });
}

/** The credential for the demo account, with the token as it is now, and each example that is not there yet. */
async function provide(editor: RunningN8n): Promise<void> {
  const name = 'Document Signing account';
  const type = 'documentSigningApi';
  const data = { baseUrl: service.baseUrl, token: service.tokens!.ada };
  const known = await editor.rest<{ id: string; type: string }[]>('GET', '/credentials');
  let id = known.find((credential) => credential.type === type)?.id;
  if (id === undefined) id = await editor.addCredential(name, type, data);
  else await editor.rest('PATCH', `/credentials/${id}`, { name, type, data });
  const workflows = await editor.rest<{ name: string }[]>('GET', '/workflows');
  const there = new Set(workflows.map((workflow) => workflow.name));
  for (const workflow of EXAMPLES.map(example)) {
    if (!there.has(workflow.name)) await editor.addWorkflow(workflow, { [type]: { id, name } });
  }
}
