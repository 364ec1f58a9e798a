import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectAnswers } from './zapier-answers.ts';
import { startLocalService } from './zapier-local-service.ts';

/**
 * `node test/connectors/zapier-record-samples.ts`: records the app's samples from the service's real answers. Build the
 * app again afterwards. Only the address of the service is another one, and files are plain addresses.
 */
const service = await startLocalService();
const { samples } = await collectAnswers(service, await service.engine());
for (const [name, sample] of samples) {
  const id = String((sample.document as { id?: unknown } | undefined)?.id ?? sample.id);
  const address = `https://sign.example.com/v1/documents/${id}`;
  const text = JSON.stringify(sample, null, 2)
    .replaceAll(service.url, 'https://sign.example.com')
    .replace(/"pdf": "hydrate[^\n]*hydrate"/, `"pdf": "${address}/file"`)
    .replace(/"certificate": "hydrate[^\n]*hydrate"/, `"certificate": "${address}/certificate"`)
    .replace(
      /"file": "http:[^"]*"/,
      `"file": "${address}/${name === 'document-file' ? 'file' : 'certificate'}"`,
    );
  await writeFile(join('packages/zapier-document-signing/src/samples', `${name}.json`), `${text}\n`);
  console.log(`recorded ${name}`);
}
await service.close();
