import { startN8nEngine, type Execution, type WorkflowJson } from '../../connectors/n8n/engine.ts';

/**
 * One n8n engine as a program: runs the package's node and n8n's own HTTP Request node side by side, and prints what it
 * measured as JSON. Its argument says what.
 */
interface Given {
  n8nFolder: string;
  baseUrl: string;
  token: string;
  what: 'cpu' | 'download';
  /** One of `jobs`. */
  job?: string;
  node?: 'node' | 'http';
  megabytes?: number;
}

const given = JSON.parse(process.argv[2]!) as Given;
const { baseUrl, token } = given;
const engine = await startN8nEngine({ n8nFolder: given.n8nFolder });
const credentials = { documentSigningApi: { baseUrl, token } };

function workflow(type: string, typeVersion: number, parameters: object): WorkflowJson {
  return {
    name: 'Bench',
    nodes: [
      {
        id: '1',
        name: 'Node',
        type,
        typeVersion,
        position: [0, 0],
        parameters: parameters as never,
        credentials: { documentSigningApi: { id: '1', name: 'account' } },
      },
    ],
    connections: {},
  };
}

const node = (parameters: object): WorkflowJson =>
  workflow('n8n-nodes-document-signing.documentSigning', 1, parameters);

const http = (parameters: object): WorkflowJson =>
  workflow('n8n-nodes-base.httpRequest', 4.2, {
    authentication: 'predefinedCredentialType',
    nodeCredentialType: 'documentSigningApi',
    options: {},
    ...parameters,
  });

const byId = (value: string): object => ({ __rl: true, mode: 'id', value });
const mapped = (value: object): object => ({
  mappingMode: 'defineBelow',
  value,
  matchingColumns: [],
  schema: [],
});

// One computed value in each job: what an expression costs is n8n's own.
const jobs: Record<string, WorkflowJson> = {
  'node-send': node({
    resource: 'document',
    operation: 'send',
    templateId: byId('tpl_nda'),
    inputMode: 'fields',
    recipients: mapped({ 'email:Signer': '={{ $json.email }}' }),
    fields: mapped({ Project: 'Lighthouse', 'Effective date': '2026-12-24' }),
    options: { reference: 'BENCH' },
  }),
  'http-send': http({
    method: 'POST',
    url: `${baseUrl}/templates/tpl_nda/send`,
    sendBody: true,
    specifyBody: 'json',
    jsonBody:
      '={ "recipients": [{ "role": "Signer", "email": "{{ $json.email }}" }], "fields": { "Project": "Lighthouse", "Effective date": "2026-12-24" }, "reference": "BENCH" }',
  }),
  'node-list': node({
    resource: 'document',
    operation: 'getMany',
    returnAll: false,
    limit: 100,
    filters: { status: 'in_progress' },
  }),
  'http-list': http({
    url: `${baseUrl}/documents`,
    sendQuery: true,
    queryParameters: {
      parameters: [
        { name: 'limit', value: '100' },
        { name: 'status', value: 'in_progress' },
      ],
    },
  }),
};

const ROUNDS = 6;

async function run(job: WorkflowJson, count: number): Promise<Execution> {
  const input = Array.from({ length: count }, (_, index) => ({
    json: { email: `p${index}@example.com` },
  }));
  const execution = await engine.run(job, { credentials, input, startNode: 'Node' });
  if (execution.error) throw execution.error;
  return execution;
}

/** Microseconds of processor time per item, the least of several rounds. */
async function cpu(name: string): Promise<number> {
  const job = jobs[name]!;
  const count = name.endsWith('send') ? 300 : 60;
  // A list of something, and a first round for warming up.
  await run(jobs['http-send']!, 150);
  await run(job, count);
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.();
    const before = process.cpuUsage();
    await run(job, count);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / count);
  }
  return least;
}

/** Megabytes: the most that the process held while it downloaded, over what it held before. */
async function download(): Promise<number> {
  const id = `doc_${given.megabytes}`;
  const job =
    given.node === 'http'
      ? http({
          url: `${baseUrl}/documents/${id}/file`,
          options: { response: { response: { responseFormat: 'file' } } },
        })
      : node({
          resource: 'document',
          operation: 'download',
          documentId: byId(id),
          file: 'pdf',
          binaryPropertyName: 'data',
        });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  await run(job, 1);
  clearInterval(watch);
  return (Math.max(most, process.memoryUsage().rss) - before) / 1024 / 1024;
}

const figures = given.what === 'cpu' ? await cpu(given.job!) : await download();
await engine.close();
console.log(JSON.stringify(figures));
process.exit(0);
