import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from 'document-signing-service';
import { installPackage, packPackage } from '../connectors/n8n/installed-package.ts';
import { installN8n } from '../e2e/n8n/installed-n8n.ts';
import { median, type Measure } from './measure.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The n8n package in one engine beside n8n's own HTTP Request node that does the same. The engine is that of a whole n8n,
 * as only that has the node to compare with; it is installed into the cache once.
 */
export async function measure(): Promise<Measure[]> {
  const n8nFolder = installN8n('2.40.7', () => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
  try {
    return [...(await cpu(n8nFolder)), ...(await memory(n8nFolder)), ...bundle(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends and lists: processor time of the engine per item. The service is this process, each rival an engine of its own. */
async function cpu(n8nFolder: string): Promise<Measure[]> {
  const service = await startService({ requestsPerMinute: 1_000_000, sendsPer10Minutes: 1_000_000 });
  try {
    const given = { n8nFolder, baseUrl: service.baseUrl, token: service.tokens!.ada };
    const least: Record<string, number> = {};
    for (let round = 0; round < 3; round++) {
      for (const job of ['node-send', 'http-send', 'node-list', 'http-list']) {
        const figure = await engine<number>({ ...given, what: 'cpu', job });
        least[job] = Math.min(least[job] ?? Infinity, figure);
      }
    }
    return ['send', 'list'].map((what) => ({
      name: `n8n: ${what}, CPU per item against the HTTP Request node`,
      value: least[`node-${what}`]! / least[`http-${what}`]!,
      unit: '',
      aim: '≤ 1.1',
    }));
  } finally {
    await service.close();
  }
}

/** Downloads: the most memory that an engine of its own held. */
async function memory(n8nFolder: string): Promise<Measure[]> {
  const chunk = Buffer.alloc(256 * 1024, '%PDF-1.7 ');
  const server = createServer(({ url }, answer) => {
    if (!url!.endsWith('/file')) {
      answer
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: 'doc_1', name: 'Large' }));
      return;
    }
    let left = Number(/doc_(\d+)/.exec(url!)![1]) * 1024 * 1024;
    answer.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(left) });
    const write = (): void => {
      while (left > 0) {
        left -= chunk.length;
        if (!answer.write(chunk)) {
          answer.once('drain', write);
          return;
        }
      }
      answer.end();
    };
    write();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const most = async (node: 'node' | 'http', megabytes: number): Promise<number> => {
    const runs: number[] = [];
    for (let run = 0; run < 3; run++) {
      runs.push(await engine<number>({ n8nFolder, baseUrl, token: 't', what: 'download', node, megabytes }));
    }
    return median(runs);
  };
  try {
    const [small, large, http] = [await most('node', 30), await most('node', 300), await most('http', 300)];
    return [
      { name: 'n8n: memory for 300 MB over that for 30 MB', value: large - small, unit: 'MB', aim: '≤ 20' },
      {
        name: 'n8n: memory for 300 MB against the HTTP Request node',
        value: large / http,
        unit: '',
        aim: '≤ 1.1',
      },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What the package adds to the time n8n takes to load, and its size. */
function bundle(folder: string): Measure[] {
  const installed = installPackage(folder);
  const script = `
    const { createRequire } = require('node:module');
    const load = createRequire(${JSON.stringify(join(installed, 'package.json'))});
    load('n8n-workflow');
    const { nodes } = load('./package.json').n8n;
    const start = performance.now();
    for (const file of nodes) load('./' + file);
    console.log(performance.now() - start);`;
  const load = (): number => Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
  return [
    {
      name: 'n8n: load time of both bundles over n8n-workflow alone',
      value: median(Array.from({ length: 9 }, load)),
      unit: 'ms',
      aim: '≤ 15',
    },
    {
      name: 'n8n: size of the tarball',
      value: statSync(packPackage(folder)).size / 1024,
      unit: 'KB',
      aim: '≤ 100',
    },
  ];
}

/** Has an engine in a process of its own measure something. */
function engine<Figures>(given: object): Promise<Figures> {
  const program = join(import.meta.dirname, 'servers/n8n-engine.ts');
  const child = spawn(process.execPath, ['--expose-gc', program, JSON.stringify(given)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split('\n').at(-1)!) as Figures);
      else reject(new Error(`The engine ended with exit code ${code}.`));
    });
  });
}
