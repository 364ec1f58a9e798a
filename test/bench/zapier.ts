import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { startLocalService, type LocalService } from '../connectors/zapier-local-service.ts';
import { startProxy, type Proxy } from '../connectors/zapier-proxy.ts';
import { type ZapierEngine } from '../connectors/zapier-engine.ts';
import { median, type Measure } from './measure.ts';

const root = join(import.meta.dirname, '../..');
const appDir = join(root, 'packages/zapier-document-signing');

/** The built Zapier app: how fast it loads, how small it is, and how few requests and how little time its calls take. */
export async function measure(): Promise<Measure[]> {
  const service = await startLocalService();
  const proxy = await startProxy(service.url);
  try {
    const engine = await service.engine(undefined, proxy.baseUrl);
    return [
      loadTime(),
      size(engine),
      ...(await requests(service, proxy, engine)),
      ...(await slowService(service, proxy, engine)),
    ];
  } finally {
    await proxy.close();
    await service.close();
  }
}

/** What the app adds to the time that Zapier's engine takes to load, each time in a process of its own. */
function loadTime(): Measure {
  const script = `
    await import('zapier-platform-core');
    const start = performance.now();
    await import('./dist/index.js');
    console.log(performance.now() - start);`;
  const load = (): number =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: appDir,
        encoding: 'utf8',
      }),
    );
  return {
    name: 'zapier: load time of the app over zapier-platform-core alone',
    value: median(Array.from({ length: 9 }, load)),
    unit: 'ms',
    aim: '≤ 20',
  };
}

/** The app's own files, compressed as in the zip that is uploaded. */
function size({ app }: ZapierEngine): Measure {
  const files = [
    readFileSync(join(appDir, 'dist/index.js')),
    readFileSync(join(appDir, 'package.json')),
    Buffer.from(
      JSON.stringify(app, (_, value: unknown) => (typeof value === 'function' ? '$func$2$f$' : value), 2),
    ),
  ];
  const bytes = files.reduce((sum, file) => sum + deflateRawSync(file, { level: 9 }).length, 0);
  return {
    name: 'zapier: size of the app’s own part of the zip',
    value: bytes / 1024,
    unit: 'KB',
    aim: '≤ 100',
  };
}

async function requests(service: LocalService, proxy: Proxy, engine: ZapierEngine): Promise<Measure[]> {
  const count = async (name: string, most: number, call: () => Promise<unknown[]>): Promise<Measure> => {
    proxy.requests.splice(0);
    const { length } = await call();
    return {
      name: `zapier: requests for ${name} (${length} items)`,
      value: proxy.requests.length,
      unit: '',
      aim: `≤ ${most}`,
    };
  };
  const list = (trigger: string, meta = {}): Promise<unknown[]> =>
    engine.run(`triggers.${trigger}.operation.performList`, { meta });

  const { id } = await service.control<{ id: string }>('templates', {
    sample: 'many-fields',
    fieldCount: 200,
  });
  const fields = await count('the inputs of a 200-field template', 2, () =>
    engine.fields('creates.send_document', { template_id: id }),
  );
  for (let index = 0; index < 100; index++) {
    const { id: documentId } = await send(service);
    await service.control(`documents/${documentId}/act`, { act: 'sign', role: 'Signer' });
  }
  await service.settle();
  return [
    fields,
    await count('the list of document_signed', 1, () => list('document_signed')),
    await count('the list of document_completed', 2, () => list('document_completed')),
    await count('a sample of document_completed', 4, () =>
      list('document_completed', { isLoadingSample: true }),
    ),
  ];
}

function send(service: LocalService): Promise<{ id: string }> {
  return service.api('POST', '/templates/tpl_nda/send', {
    recipients: [{ role: 'Signer', email: 'sam@example.com', name: 'Sam' }],
    sendEmails: false,
  });
}

/** Every call of the app against a service that takes a second for each answer: the slowest counts. */
async function slowService(service: LocalService, proxy: Proxy, engine: ZapierEngine): Promise<Measure[]> {
  const hook = await engine.subscribe('document_completed');
  const { id } = await send(service);
  await service.control(`documents/${id}/act`, { act: 'sign', role: 'Signer' });
  await service.settle();
  const delivery = await hook.next();
  const open = (await send(service)).id;
  const document = (document_id: string): object => ({ inputData: { document_id } });

  proxy.answer(() => ({ delay: 1000, forward: true }));
  const perform =
    (path: string, bundle: object = {}) =>
    (): Promise<unknown> =>
      engine.run(`${path}.operation.perform`, bundle);
  const calls: Record<string, () => Promise<unknown>> = {
    'authentication.test': () => engine.run('authentication.test'),
    'the inputs of send_document': () => engine.fields('creates.send_document', { template_id: 'tpl_lease' }),
    send_document: perform('creates.send_document', {
      inputData: { template_id: 'tpl_nda', e_Signer: 'sam@example.com' },
    }),
    send_reminder: perform('creates.send_reminder', document(open)),
    void_document: perform('creates.void_document', document(open)),
    download_document: perform('creates.download_document', document(id)),
    download_certificate: perform('creates.download_certificate', document(id)),
    find_document: perform('searches.find_document', { inputData: { status: 'completed' } }),
    find_template: perform('searches.find_template', { inputData: { search: 'lease' } }),
    get_history: perform('searches.get_history', document(id)),
    template_list: perform('triggers.template_list'),
    document_list: perform('triggers.document_list'),
    'document_completed performList': () => engine.run('triggers.document_completed.operation.performList'),
    'document_completed perform': () => hook.perform(delivery),
    'a hydrator': () => engine.run('hydrators.documentPdf', { inputData: { id } }),
    subscribe: () => engine.subscribe('event'),
    unsubscribe: () => hook.unsubscribe(),
  };
  let slowest = { call: '', seconds: 0 };
  for (const [call, run] of Object.entries(calls)) {
    const start = performance.now();
    await run();
    const seconds = (performance.now() - start) / 1000;
    if (seconds > slowest.seconds) slowest = { call, seconds };
  }
  return [
    {
      name: `zapier: slowest of ${Object.keys(calls).length} calls, 1 s an answer (${slowest.call})`,
      value: slowest.seconds,
      unit: 's',
      aim: '≤ 3',
    },
  ];
}
