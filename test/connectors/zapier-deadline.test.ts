import { createServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { failureOf, type Failure } from './zapier-failure.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { startProxy, type NotedRequest, type ProxyAnswer } from './zapier-proxy.ts';
import { type ZapierEngine } from './zapier-engine.ts';

/** Zapier ends every call after 30 seconds: the built app must have ended before. All calls here wait at once. */

let service: LocalService;
let engine: ZapierEngine;

beforeAll(async () => {
  service = await startLocalService();
  engine = await service.engine();
});
afterAll(() => service.close());

const LONGEST = 28_500;
const SEND = { template_id: 'tpl_nda', e_Signer: 'sam@example.com' };

async function slow(answer: (request: NotedRequest) => ProxyAnswer | undefined) {
  const proxy = await startProxy(service.url);
  proxy.answer(answer);
  const authData = { base_url: proxy.baseUrl, token: service.tokens.ada };
  const run = async (inputData: object, step = 'creates.send_document') => {
    const start = performance.now();
    const failure = await failureOf(
      engine.run(`${step}.operation.perform`, { authData, inputData: { ...inputData } }),
    );
    return { failure, took: performance.now() - start };
  };
  return { proxy, run };
}

function isInTime({ failure, took }: { failure: Failure; took: number }): void {
  expect(took).toBeLessThan(LONGEST);
  expect(failure.whole).not.toContain(service.tokens.ada);
}

const posts = (requests: readonly NotedRequest[]) => requests.filter(({ method }) => method === 'POST');

test('every call ends in words before Zapier would end it', async () => {
  const tooLate = async () => {
    const { proxy, run } = await slow(() => ({ delay: 20_000, forward: true }));
    const result = await run(SEND);
    expect(result.failure).toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/^Nothing was sent: .* Run this step again\.$/),
    });
    expect(posts(proxy.requests)).toEqual([]);
    isInTime(result);
    await proxy.close();
  };
  const unclear = async () => {
    const { proxy, run } = await slow(() => ({ delay: 16_000, forward: true }));
    const result = await run(SEND);
    expect(result.failure).toMatchObject({
      name: 'HaltedError',
      message: expect.stringMatching(/^It is not known whether the document was sent\./),
    });
    expect(posts(proxy.requests)).toHaveLength(1);
    isInTime(result);
    await proxy.close();
  };
  const silent = async () => {
    const { proxy, run } = await slow(() => ({ delay: 40_000 }));
    const result = await run({ document_id: 'doc_1' }, 'creates.send_reminder');
    expect(result.failure.message).toContain('did not answer in time');
    isInTime(result);
    await proxy.close();
  };
  const dripping = async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.write('%PDF');
      const drip = setInterval(() => response.write('.'), 1_000);
      response.once('close', () => clearInterval(drip));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const start = performance.now();
    const failure = await failureOf(
      engine.run('creates.download_document.operation.perform', {
        authData: { base_url: `http://127.0.0.1:${port}/v1`, token: service.tokens.ada },
        inputData: { document_id: 'doc_1' },
      }),
    );
    expect(failure.message).toBe(
      'The transfer of “doc_1.pdf” took longer than Zapier gives a step: try again later.',
    );
    isInTime({ failure, took: performance.now() - start });
    server.closeAllConnections();
    server.close();
  };
  const dripped = async () => {
    // An answer whose headers come at once, and its text never ends.
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 1_000);
      response.once('close', () => clearInterval(drip));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const start = performance.now();
    const failure = await failureOf(
      engine.run('authentication.test', {
        authData: { base_url: `http://127.0.0.1:${port}/v1`, token: service.tokens.ada },
      }),
    );
    expect(failure.message).toContain('did not answer in time');
    isInTime({ failure, took: performance.now() - start });
    server.closeAllConnections();
    server.close();
  };
  await Promise.all([tooLate(), unclear(), silent(), dripping(), dripped()]);
});

test('an event does not wait long for its document', async () => {
  const { proxy } = await slow(({ path }) => (path.includes('/documents/') ? { delay: 40_000 } : undefined));
  const odd = await service.engine(service.tokens.ada, proxy.baseUrl);
  const hook = await odd.subscribe('document_completed');
  const { id } = await service.api<{ id: string }>('POST', '/templates/tpl_nda/send', {
    recipients: [{ role: 'Signer', email: 'sam@example.com', name: 'Sam' }],
  });
  await service.control(`documents/${id}/act`, { act: 'sign', role: 'Signer' });
  await service.settle();
  const start = performance.now();
  expect(await hook.perform(await hook.next())).toMatchObject([{ recipients: [] }]);
  expect(performance.now() - start).toBeLessThan(10_000);
  await hook.unsubscribe();
  await proxy.close();
});
