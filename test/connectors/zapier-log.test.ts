import { failureOf } from './zapier-failure.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { nativeProcess } from './zapier-native.ts';
import { startProxy } from './zapier-proxy.ts';
import { type ZapierEngine } from './zapier-engine.ts';

/** What Zapier's engine writes into its logs in full, and what each request carries. */

let service: LocalService;
let engine: ZapierEngine;

beforeAll(async () => {
  service = await startLocalService();
  engine = await service.engine();
});
afterAll(() => service.close());

/** Everything that the engine logs meanwhile. */
async function logOf(calls: () => Promise<void>): Promise<string> {
  const { env, stdout } = nativeProcess;
  const write = stdout.write.bind(stdout);
  let log = '';
  // The engine has its own switch for it, in the environment.
  Object.assign(env, { LOG_TO_STDOUT: '1', DETAILED_LOG_TO_STDOUT: '1' });
  stdout.write = (chunk: unknown) => {
    log += String(chunk);
    return true;
  };
  try {
    await calls();
  } finally {
    stdout.write = write;
    delete env.LOG_TO_STDOUT;
    delete env.DETAILED_LOG_TO_STDOUT;
  }
  return log;
}

test('the token and the webhook’s secret are in no log, and every request is logged once', async () => {
  let secret = '';
  const log = await logOf(async () => {
    const hook = await engine.subscribe('document_completed');
    ({ secret } = hook.subscribeData);
    await failureOf(
      engine.run('authentication.test', {
        authData: { base_url: service.baseUrl, token: 'wrong-token-987' },
      }),
    );
    const { id } = await engine.run<{ id: string }>('creates.send_document.operation.perform', {
      inputData: { template_id: 'tpl_nda', e_Signer: 'sam@example.com' },
    });
    await service.control(`documents/${id}/act`, { act: 'sign', role: 'Signer' });
    await service.settle();
    const [item] = await hook.perform<{ pdf: string }>(await hook.next());
    await engine.hydrate(item!.pdf);
    await hook.unsubscribe();
  });
  expect(secret).not.toBe('');
  // Told by flags: a whole log in a failed comparison would take minutes to print.
  const holds = (...words: string[]): string[] => words.filter((word) => log.includes(word));
  expect(holds('/templates/tpl_nda/send')).toHaveLength(1);
  expect(holds(service.tokens.ada, 'wrong-token-987', secret, '%PDF')).toEqual([]);
  expect(log.match(/^GET \S+\/file$/gm)?.length).toBe(1);
});

test('a request carries the token once, as a bearer, and Zapier’s name', async () => {
  const proxy = await startProxy(service.url);
  await engine.run('authentication.test', {
    authData: { base_url: proxy.baseUrl, token: service.tokens.ada },
  });
  expect(proxy.requests[0]).toMatchObject({
    path: '/v1/me',
    headers: {
      authorization: `Bearer ${service.tokens.ada}`,
      'user-agent': 'Zapier',
      accept: 'application/json',
    },
  });
  await proxy.close();
});
