import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiver } from './running.ts';

const CLI = join(__dirname, '../src/cli.ts');
const dirs: string[] = [];
const processes: ChildProcess[] = [];

afterAll(() => {
  for (const child of processes) child.kill('SIGKILL');
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'service-command-'));
  dirs.push(dir);
  return dir;
}

interface Run {
  child: ChildProcess;
  out: string;
  err: string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Resolves with the base address once it listens. */
  listening: Promise<string>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  processes.push(child);
  const it = { child, out: '', err: '' } as Run;
  it.ended = new Promise((resolve) => child.on('close', resolve));
  it.listening = new Promise((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      it.out += part.toString();
      const base = /(http:\/\/127\.0\.0\.1:\d+\/v1)\n/.exec(it.out)?.[1];
      if (base) resolve(base);
    });
    child.stderr.on('data', (part: Buffer) => (it.err += part.toString()));
    void it.ended.then(() => reject(new Error(it.err || 'ended')));
  });
  it.listening.catch(() => undefined);
  return it;
}

test.each([
  [['--port', 'x'], /^--port takes a whole number from 0 to 65535, not "x"\.\n$/],
  [['--port', '70000'], /--port/],
  [['--port'], /--port/],
  [['--seed', 'other'], /--seed takes demo or none/],
  [['--nonsense'], /^Unknown option '--nonsense'; --help lists the options\.\n$/],
  [['extra'], /extra/],
  [['--requests-per-minute', '0'], /--requests-per-minute/],
  [['--plan-allowance', '-1'], /--plan-allowance/],
  [['--public-url', 'sign.example.com'], /--public-url/],
  [['--local-controls=yes'], /local-controls/],
])('%j: one clear sentence and exit code 2', async (args, sentence) => {
  const it = run(...args);
  expect(await it.ended).toBe(2);
  expect(it.err).toMatch(sentence);
  expect(it.err).toMatch(/^[^\n]+\.\n$/);
  expect(it.out).toBe('');
});

test('--help', async () => {
  const it = run('--help');
  expect(await it.ended).toBe(0);
  for (const option of [
    'port',
    'data',
    'seed',
    'public-url',
    'requests-per-minute',
    'sends-per-10-minutes',
    'plan-allowance',
    'forbid-private-webhooks',
    'local-controls',
  ]) {
    expect(it.out).toContain(`--${option}`);
  }
});

test('prints address and token, keeps the token in a file, and it lasts over a restart', async () => {
  const dir = newDir();
  const first = run('--port', '0', '--data', dir);
  const base = await first.listening;
  const token = readFileSync(join(dir, 'demo-token'), 'utf8').trim();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(first.out.split(token)).toHaveLength(2);
  expect(statSync(join(dir, 'demo-token')).mode & 0o777).toBe(0o600);
  expect(Object.keys(JSON.parse(readFileSync(join(dir, 'demo-tokens.json'), 'utf8')))).toEqual([
    'ada',
    'ben',
    'revoked',
    'expired',
    'disabled',
  ]);
  expect((await fetch(`${base}/me`, { headers: { 'x-api-token': token } })).status).toBe(200);
  expect(readFileSync(join(dir, 'service.db')).includes(token)).toBe(false);

  const second = run('--port', '0', '--data', dir);
  expect(await second.ended).toBe(1);
  expect(second.err).toMatch(/in use by another running service/);
  const taken = run('--port', new URL(base).port, '--data', newDir());
  expect(await taken.ended).toBe(1);
  expect(taken.err).toMatch(/^Port \d+ is in use[^\n]*\n$/);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const again = run('--port', '0', '--data', dir);
  expect((await fetch(`${await again.listening}/me`, { headers: { 'x-api-token': token } })).status).toBe(
    200,
  );
  again.child.kill('SIGTERM');
});

test('without demo data there is no token', async () => {
  const it = run('--port', '0', '--data', newDir(), '--seed', 'none');
  expect((await fetch(`${await it.listening}/me`)).status).toBe(401);
  expect(it.out).not.toContain('Token');
});

test('kill -9 loses nothing: documents, a delivery in flight and retries', async () => {
  const dir = newDir();
  const hooks = await receiver();
  hooks.answer = ({ path }) => (path === '/hangs' ? 'never' : 500);
  const first = run('--port', '0', '--data', dir, '--local-controls');
  const base = await first.listening;
  const headers = {
    'x-api-token': readFileSync(join(dir, 'demo-token'), 'utf8').trim(),
    'content-type': 'application/json',
  };
  const post = (path: string, body: object, to = base) =>
    fetch(`${to}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  for (const path of ['/hangs', '/fails']) await post('/webhooks', { url: `${hooks.url}${path}` });
  const sent = await post('/templates/tpl_nda/send', {
    recipients: [{ role: 'Signer', email: 'a@example.com' }],
  });
  expect(sent.status).toBe(201);
  const { id } = (await sent.json()) as { id: string };
  await hooks.until(1, '/hangs');
  await hooks.until(1, '/fails');
  await new Promise((resolve) => setTimeout(resolve, 200));
  first.child.kill('SIGKILL');
  await first.ended;

  hooks.answer = () => 200;
  const second = run('--port', '0', '--data', dir, '--local-controls');
  const newBase = await second.listening;
  expect((await fetch(`${newBase}/documents/${id}`, { headers })).status).toBe(200);
  const [before, after] = await hooks.until(2, '/hangs');
  expect(after?.raw).toBe(before?.raw);
  expect(hooks.received.filter(({ path }) => path === '/fails')).toHaveLength(1);
  await post('/../_local/clock', { advanceSeconds: 31 }, newBase);
  const [failed, retried] = await hooks.until(2, '/fails');
  expect(retried?.raw).toBe(failed?.raw);
  second.child.kill('SIGTERM');
});
