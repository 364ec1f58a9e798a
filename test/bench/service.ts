import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { median, type Measure } from './measure.ts';

const SECONDS = 3;
const ROUNDS = 3;
const DOCUMENTS = 200;

interface Target {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** The service against a bare fastify "hello", in turns: requests a second of each over hello's. */
export async function measure(): Promise<Measure[]> {
  const data = mkdtempSync(join(tmpdir(), 'bench-service-'));
  const hello = await start(['test/bench/servers/hello.ts']);
  const unlimited = ['--requests-per-minute', '1000000000', '--sends-per-10-minutes', '1000000000'];
  const service = await start([
    'packages/service/dist/cli.js',
    '--port',
    '0',
    '--data',
    data,
    '--seed',
    'demo',
    ...unlimited,
  ]);
  try {
    const base = `${service.url}/v1`;
    const token = readFileSync(join(data, 'demo-token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}` };
    const json = { ...headers, 'content-type': 'application/json' };
    const templates = (await (await fetch(`${base}/templates`, { headers })).json()) as {
      data: { id: string; roles: { role: string; assigned: object | null }[] }[];
    };
    const template = templates.data.find(({ roles }) => roles.length === 1) ?? templates.data[0]!;
    const schema = (await (await fetch(`${base}/templates/${template.id}/schema`, { headers })).json()) as {
      schema: { properties: { fields?: { required?: string[] } } };
    };
    const send = JSON.stringify({
      recipients: template.roles
        .filter(({ assigned }) => !assigned)
        .map(({ role }, index) => ({ role, email: `bench${index}@example.com` })),
      fields: Object.fromEntries((schema.schema.properties.fields?.required ?? []).map((key) => [key, '1'])),
      sendEmails: false,
    });
    const sendTo = `${base}/templates/${template.id}/send`;
    let id = '';
    for (let index = 0; index < DOCUMENTS; index++) {
      const answer = await fetch(sendTo, { method: 'POST', headers: json, body: send });
      if (answer.status !== 201) throw new Error(`The bench cannot send: ${await answer.text()}`);
      ({ id } = (await answer.json()) as { id: string });
    }

    const targets: Record<string, Target> = {
      hello: { url: hello.url },
      'document read': { url: `${base}/documents/${id}`, headers },
      'list of 25': { url: `${base}/documents?limit=25`, headers },
      send: { url: sendTo, method: 'POST', headers: json, body: send },
    };
    const rates: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, target] of Object.entries(targets)) (rates[name] ??= []).push(await rate(target));
    }
    const over = (name: string): number =>
      median(rates[name]!.map((value, round) => value / rates.hello![round]!));
    const figure = (name: string, aim: string): Measure => ({
      name: `service: ${name} over fastify hello`,
      value: over(name),
      unit: 'ratio',
      aim,
    });
    return [figure('document read', '≥ 0.35'), figure('list of 25', '≥ 0.09'), figure('send', '≥ 0.012')];
  } finally {
    hello.process.kill();
    service.process.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

async function rate(target: Target): Promise<number> {
  const result = await autocannon({ ...target, connections: 16, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.url}: ${result.non2xx} answers were no 2xx, ${result.errors} failed.`);
  }
  return result.requests.average;
}

async function start(args: string[]): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url) {
      child.stdout.resume();
      return { url, process: child };
    }
  }
  throw new Error(`${args[0]} ended before it listened.`);
}
