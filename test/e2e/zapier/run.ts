import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startLocalService } from '../../connectors/zapier-local-service.ts';
import { Surroundings } from '../../connectors/zapier-surroundings.ts';
import { needTools } from '../debian-tools.ts';
import { appPart, unpack } from './built-zip.ts';

/**
 * The Zapier app with Zapier's own tools: `validate` in full, `build`, the built zip on its own, and `invoke` for the
 * connection, every create and every search. Zapier's side of the style check and of the file store answers locally.
 */
needTools('pdftotext');
const root = join(import.meta.dirname, '../../..');
const appDir = join(root, 'packages/zapier-document-signing');
const cli = join(root, 'node_modules/zapier-platform-cli/src/bin/run');

const surroundings = new Surroundings();
const origin = await surroundings.listen();
const service = await startLocalService();

interface Run {
  stdout: string;
  stderr: string;
}

/** Runs a program and gives what it printed; a failure shows both of its streams. */
function run(file: string, args: string[], cwd: string, input?: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      ZAPIER_BASE_ENDPOINT: origin,
      ZAPIER_DEPLOY_KEY: 'local',
      DISABLE_ZAPIER_ANALYTICS: '1',
      NO_COLOR: '1',
      CI: '1',
      npm_config_prefer_offline: 'true',
      authData_base_url: service.baseUrl,
      authData_token: service.tokens.ada,
    };
    const child = execFile(file, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${args.join(' ')} failed: ${error.message}\n${stdout}\n${stderr}`));
      else resolve({ stdout, stderr });
    });
    child.stdin?.end(input ?? '');
  });
}

const zapier = (...args: string[]): Promise<Run> => run(process.execPath, [cli, ...args], appDir);

async function invoke<Output = Record<string, unknown>>(...args: string[]): Promise<Output> {
  const { stdout } = await zapier('invoke', ...args, '--non-interactive');
  assert.ok(!stdout.includes(service.tokens.ada), 'the token is in what invoke prints');
  return (/^[[{]/.test(stdout.trim()) ? JSON.parse(stdout) : stdout.trim()) as Output;
}
const step = <Output>(kind: string, key: string, input: object = {}): Promise<Output> =>
  invoke<Output>(kind, key, '-i', JSON.stringify(input));

async function shows(what: string, check: () => Promise<string | void>): Promise<void> {
  const start = performance.now();
  const found = await check();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`  ok  ${what}${found ? `: ${found}` : ''} (${seconds} s)`);
}

const folder = await mkdtemp(join(tmpdir(), 'zapier-e2e-'));
try {
  await shows('validate in full, the style check included', async () => {
    const { stdout } = await zapier('validate');
    assert.match(stdout, /This project is structurally sound!/);
    assert.match(stdout, /Integration checks passed, no issues found\./);
    assert.equal(surroundings.checked.length, 1);
    return `${JSON.stringify(surroundings.checked[0]).length} bytes of definition checked`;
  });

  const zipFile = join(appDir, 'build/build.zip');
  await shows('build', async () => {
    await rm(zipFile, { force: true });
    const { stdout } = await zapier('build');
    assert.match(stdout, /Build complete!/);
    const part = appPart(zipFile);
    assert.ok(part.bytes <= 100 * 1024, `the app's own part of the zip has ${part.bytes} bytes`);
    return `the app’s own part is ${part.files.join(', ')}, ${(part.bytes / 1024).toFixed(1)} KB of the zip`;
  });

  await shows('the zip unpacked and loaded on its own', async () => {
    unpack(zipFile, folder);
    // Reads events from its input, and answers each as Zapier's machines do.
    await writeFile(
      join(folder, 'answer.mjs'),
      `import { handler } from './zapierwrapper.js';
       let text = '';
       for await (const chunk of process.stdin) text += chunk;
       const write = process.stdout.write.bind(process.stdout);
       process.stdout.write = () => true;
       const { results } = await handler(JSON.parse(text));
       write(JSON.stringify(results));`,
    );
    const answer = async <Output>(event: object): Promise<Output> => {
      const { stdout } = await run(process.execPath, ['answer.mjs'], folder, JSON.stringify(event));
      return JSON.parse(stdout) as Output;
    };
    const execute = <Output>(method: string, inputData: object = {}): Promise<Output> => {
      const authData = { base_url: service.baseUrl, token: service.tokens.ada };
      return answer({ command: 'execute', method, bundle: { authData, inputData, meta: {} } });
    };
    assert.deepEqual(await answer({ command: 'validate' }), []);
    assert.equal((await execute<{ email: string }>('authentication.test')).email, 'ada@example.com');
    const input = { template_id: 'tpl_nda', e_Signer: 'sam@example.com', f_EffectiveZ20date: '2026-12-24' };
    const fields = await execute<{ key: string }[]>('creates.send_document.operation.inputFields', input);
    assert.ok(fields.some(({ key }) => key === 'f_EffectiveZ20date'));
    const sent = await execute<{ id: string }>('creates.send_document.operation.perform', input);
    const events = await execute<{ document: { id: string } }[]>(
      'triggers.document_sent.operation.performList',
    );
    assert.equal(events[0]?.document.id, sent.id);
    return `sent ${sent.id}`;
  });

  await shows('invoke auth test, auth label', async () => {
    assert.equal((await invoke('auth', 'test')).email, 'ada@example.com');
    assert.equal(await invoke<string>('auth', 'label'), 'Ada Demo (ada@example.com)');
    return 'Ada Demo (ada@example.com)';
  });

  const document = await step<{ id: string }>('create', 'send_document', {
    template_id: 'tpl_offer',
    e_Manager: 'mia@example.com',
    e_Candidate: 'carl@example.com',
    f_Position: 'Gardener',
    f_StartZ20date: '2026-12-01',
    f_YearlyZ20salary: '42000',
    f_DateZ20ofZ20birth: '2001-02-03T23:00:00',
    reference: 'E2E-1',
  });
  const of = { document_id: document.id };
  await shows('invoke create send_document', async () => {
    const { stdout } = await run(
      'pdftotext',
      [await pdfOf(await step('create', 'download_document', of)), '-'],
      folder,
    );
    for (const words of ['Gardener', '01.12.2026', '42000', '03.02.2001'])
      assert.ok(stdout.includes(words), words);
    return `${document.id}; its PDF holds the sent values, and no day has slipped`;
  });
  await shows('invoke create send_reminder', async () => {
    assert.deepEqual(await step('create', 'send_reminder', of), {
      id: document.id,
      sent: 1,
      to: ['mia@example.com'],
    });
  });
  await shows('invoke create download_certificate, before completion', async () => {
    await assert.rejects(step('create', 'download_certificate', of), /HaltedError|complete/);
  });
  await shows('invoke create download_document, download_certificate, after completion', async () => {
    const base = `documents/${document.id}/act`;
    await service.control(base, { act: 'approve', role: 'Manager' });
    await service.control(base, { act: 'sign', role: 'Human resources' });
    await service.control(base, { act: 'sign', role: 'Candidate' });
    await service.settle();
    for (const key of ['download_document', 'download_certificate']) {
      const path = await pdfOf(await step('create', key, of));
      assert.equal((await readFile(path)).subarray(0, 5).toString(), '%PDF-');
    }
  });
  await shows('invoke create void_document', async () => {
    const other = await step<{ id: string }>('create', 'send_document', {
      template_id: 'tpl_nda',
      e_Signer: 'sam@example.com',
    });
    const voided = await step<{ status: string }>('create', 'void_document', {
      document_id: other.id,
      reason: 'Test',
    });
    assert.equal(voided.status, 'voided');
  });
  await shows('invoke search find_document, find_template, get_history', async () => {
    const [found] = await step<{ id: string }[]>('search', 'find_document', { reference: 'E2E-1' });
    assert.equal(found?.id, document.id);
    assert.deepEqual(await step('search', 'find_document', { reference: 'none such' }), []);
    const [template] = await step<{ id: string }[]>('search', 'find_template', { search: 'Job offer' });
    assert.equal(template?.id, 'tpl_offer');
    const [history] = await step<{ entries: { event: string }[] }[]>('search', 'get_history', of);
    assert.equal(history?.entries.at(-1)?.event, 'document.completed');
  });
  await shows('invoke trigger template_list, document_list', async () => {
    assert.ok((await step<object[]>('trigger', 'template_list')).length >= 3);
    assert.ok((await step<object[]>('trigger', 'document_list')).length >= 3);
  });
  await shows('invoke says what is wrong in one sentence, without the token', async () => {
    const wrong = step('create', 'send_document', { template_id: 'tpl_nda', e_Signer: 'Sam' });
    await assert.rejects(wrong, (error: Error) => {
      // The CLI breaks its lines to the width of the terminal.
      assert.match(
        error.message.replace(/\s*›\s*/g, ' '),
        /“Sam” is not an e-mail address: give one for the role “Signer”/,
      );
      assert.ok(!error.message.includes(service.tokens.ada));
      return true;
    });
  });
  console.log('The Zapier app holds.');
} finally {
  await rm(folder, { recursive: true, force: true });
  await service.close();
  await surroundings.close();
}

/** Fetches a stashed file to the disk. */
async function pdfOf({ file }: { file: string }): Promise<string> {
  const path = join(folder, `${encodeURIComponent(new URL(file).pathname)}.pdf`);
  await writeFile(path, Buffer.from(await (await fetch(file)).arrayBuffer()));
  return path;
}
