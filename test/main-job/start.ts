import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { startService, type RunningService } from 'document-signing-service';
import { runN8nJob } from './n8n-job.ts';
import { stepsOf, type Step } from './steps.ts';
import { runZapierJob } from './zapier-job.ts';

/**
 * `npm start`: the service with demo data, then the main job through both connectors in their real engines. With
 * `--exit` it ends after the job, with exit code 0 only if every step held; else the service stays up.
 */
const root = join(import.meta.dirname, '../..');
const folder = join(root, '.local/main-job');
const PORT = 4010;

const { exit } = readArguments();
mkdirSync(folder, { recursive: true });
for (const name of ['n8n.pdf', 'zapier.pdf', 'report.json']) rmSync(join(folder, name), { force: true });

const service = await startOnAFreePort();
console.log(`\nThe document signing service runs at ${service.baseUrl}\n`);

const startedAt = new Date().toISOString();
const report: Step[] = [];
const jobs = [
  { connector: 'n8n', run: runN8nJob },
  { connector: 'zapier', run: runZapierJob },
];
let ok = true;
for (const { connector, run } of jobs) {
  console.log(
    `The main job through ${connector === 'n8n' ? 'n8n (n8n-core)' : 'Zapier (zapier-platform-core)'}:`,
  );
  try {
    await run(stepsOf(connector, report), {
      baseUrl: service.baseUrl,
      token: service.tokens!.ada,
      pdf: join(folder, `${connector}.pdf`),
    });
  } catch (error) {
    ok = false;
    // A step that failed has printed itself; what failed around the steps has not.
    if (report.at(-1)?.ok !== false) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      report.push({ connector, step: 'around the steps', ok: false, detail, milliseconds: 0 });
      console.log(`  ✗ ${connector} ${detail}`);
    }
  }
  console.log('');
}

const file = (name: string): string => relative(process.cwd(), join(folder, name));
writeFileSync(
  join(folder, 'report.json'),
  `${JSON.stringify(
    {
      ok,
      startedAt,
      finishedAt: new Date().toISOString(),
      node: process.version,
      files: { n8n: '.local/main-job/n8n.pdf', zapier: '.local/main-job/zapier.pdf' },
      steps: report,
    },
    null,
    2,
  )}\n`,
);
console.log(
  ok
    ? `Every step held. The signed PDFs: ${file('n8n.pdf')} and ${file('zapier.pdf')}; report: ${file('report.json')}`
    : `A step failed; what happened is in ${file('report.json')}`,
);

if (exit) {
  await service.close();
  process.exit(ok ? 0 : 1);
}
if (!ok) process.exitCode = 1;
console.log(
  [
    '',
    'The service stays up:',
    `  pages       ${service.url}/`,
    `  sign in as  ${service.tokens!.ada}`,
    `  API         ${service.baseUrl} (description: ${service.baseUrl}/openapi.json)`,
    `  mails       ${relative(process.cwd(), join(service.dataDir, 'mails'))}`,
    '  Ctrl+C ends it.',
  ].join('\n'),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void service.close().then(() => process.exit()));
}

function readArguments(): { exit: boolean } {
  try {
    const { values } = parseArgs({ options: { exit: { type: 'boolean', default: false } } });
    return { exit: values.exit };
  } catch (error) {
    console.error(`${(error as Error).message} The one option of npm start is --exit: npm start -- --exit`);
    process.exit(2);
  }
}

/** The usual port, so that addresses in earlier mails go on working; another one where something else has it. */
async function startOnAFreePort(): Promise<RunningService> {
  const options = { dataDir: join(root, '.local/service'), seed: 'demo' as const };
  try {
    return await startService({ ...options, port: PORT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    console.log(`Port ${PORT} is taken by another program: the service takes another one.`);
    return startService({ ...options, port: 0 });
  }
}
