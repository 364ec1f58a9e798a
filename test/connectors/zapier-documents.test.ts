import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureOf } from './zapier-failure.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { startProxy } from './zapier-proxy.ts';
import { type ZapierEngine } from './zapier-engine.ts';

/** The steps on one document, and the searches. */

let service: LocalService;
let engine: ZapierEngine;

beforeAll(async () => {
  service = await startLocalService();
  engine = await service.engine();
});
afterAll(() => service.close());

let sent = 0;
async function send(more: object = {}): Promise<{ id: string; reference: string }> {
  return service.api('POST', '/templates/tpl_nda/send', {
    recipients: [{ role: 'Signer', email: 'sam@example.com', name: 'Sam' }],
    reference: `R-${++sent}`,
    ...more,
  });
}
async function complete(id: string): Promise<void> {
  await service.control(`documents/${id}/act`, { act: 'sign', role: 'Signer' });
  await service.settle();
}

const perform = <Result>(step: string, inputData: Record<string, unknown>, more: object = {}) =>
  engine.run<Result>(`${step}.operation.perform`, { inputData, ...more });

describe.each(['send_reminder', 'void_document', 'download_document', 'download_certificate'])(
  '%s',
  (step) => {
    test('a document that is not there', async () => {
      const failure = await failureOf(perform(`creates.${step}`, { document_id: 'doc_gone' }));
      expect(failure).toMatchObject({
        name: 'AppError',
        message:
          'There is no document with the id “doc_gone” any more, or it belongs to someone else: choose another in the field “Document”.',
      });
    });
    test.each(['', ' ', null, '{{1__id}}'])('no document: %p', async (document_id) => {
      expect((await failureOf(perform(`creates.${step}`, { document_id }))).message).toContain(
        'No document is chosen',
      );
    });
  },
);

test('a reminder goes to those still to sign', async () => {
  const { id } = await send();
  expect(await perform('creates.send_reminder', { document_id: id })).toEqual({
    id,
    sent: 1,
    to: ['sam@example.com'],
  });
});

test('a reminder for a finished document halts', async () => {
  const { id } = await send();
  await complete(id);
  const failure = await failureOf(perform('creates.send_reminder', { document_id: id }));
  expect(failure.name).toBe('HaltedError');
  expect(failure.message).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ['yes', true],
  ['no', false],
  [false, false],
  ['', undefined],
  [null, undefined],
])('voiding gives the reason; notify %p is sent as %p', async (notify, sentAs) => {
  const proxy = await startProxy(service.url);
  const { id } = await send();
  const authData = { base_url: proxy.baseUrl, token: service.tokens.ada };
  const inputData = { document_id: id, reason: 'Wrong price', notify };
  const answer = await engine.run('creates.void_document.operation.perform', { authData, inputData });
  expect(answer).toMatchObject({ id, status: 'voided', signingLinks: [] });
  expect(JSON.parse(proxy.requests[0]!.body)).toEqual({ reason: 'Wrong price', notify: sentAs });
  const history = await service.api<{ data: { event: string; detail: string }[] }>(
    'GET',
    `/documents/${id}/history`,
  );
  expect(history.data.at(-1)).toMatchObject({
    event: 'document.voided',
    detail: expect.stringContaining('Wrong price'),
  });
  await proxy.close();
});

test.each(['f', 'maybe', 2, ['yes'], {}])(
  'notify %j is asked about, and nothing is voided',
  async (notify) => {
    const { id } = await send();
    const failure = await failureOf(perform('creates.void_document', { document_id: id, notify }));
    expect(failure.name).toBe('AppError');
    expect(failure.message).toMatch(/^“Notify Recipients” must be yes or no, not “.+”\.$/);
    expect(await service.api('GET', `/documents/${id}`)).toMatchObject({ status: 'in_progress' });
  },
);

test('voiding twice halts; a reason that is too long is named by its label', async () => {
  const { id } = await send();
  const failure = await failureOf(
    perform('creates.void_document', { document_id: id, reason: 'x'.repeat(501) }),
  );
  expect(failure).toMatchObject({
    name: 'AppError',
    status: 422,
    message: expect.stringContaining('“Reason”'),
  });
  await perform('creates.void_document', { document_id: id });
  expect((await failureOf(perform('creates.void_document', { document_id: id }))).name).toBe('HaltedError');
});

test('the PDF and the certificate come as files, under their names', async () => {
  const { id } = await send({ name: 'Vertrag “Łódź” / 日本' });
  await complete(id);
  for (const step of ['download_document', 'download_certificate']) {
    const result = await perform<{ file: string; file_name: string }>(`creates.${step}`, { document_id: id });
    const path = join(tmpdir(), `zapier-${step}-${process.pid}.pdf`);
    await engine.save(result.file, path);
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(result).toMatchObject({ id, file_name: expect.stringMatching(/Łódź.*日本.*\.pdf$/) });
    expect(result.file_name).not.toMatch(/[/\\“”"]{2}|\//);
  }
});

test('a certificate before completion halts with a clear sentence', async () => {
  const { id } = await send();
  const failure = await failureOf(perform('creates.download_certificate', { document_id: id }));
  expect(failure.name).toBe('HaltedError');
  expect(failure.message).toMatch(/complete/);
});

describe('where another service answers otherwise', () => {
  const HTML = { headers: { 'Content-Type': 'text/html' }, body: '<h1>No</h1>' };
  async function answered<Result>(answer: object, step: string, inputData: object): Promise<Result> {
    const proxy = await startProxy();
    proxy.answer(() => answer);
    try {
      const authData = { base_url: proxy.baseUrl, token: 'x' };
      return await engine.run<Result>(`${step}.operation.perform`, { authData, inputData: { ...inputData } });
    } finally {
      await proxy.close();
    }
  }

  test('a 409 that says nothing is said of the certificate', async () => {
    const failure = await failureOf(
      answered({ status: 409, body: '' }, 'creates.download_certificate', { document_id: 'doc_1' }),
    );
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toMatch(/^The document is not completed yet/);
  });

  test('a page that is not found is no document without history', async () => {
    const failure = await failureOf(
      answered({ status: 404, ...HTML }, 'searches.get_history', { document_id: 'doc_1' }),
    );
    expect(failure.message).toContain('check the base URL, whose path ends in /v1.');
  });

  test.each([
    { id: 'doc_1' },
    { id: 'doc_1', name: null, recipients: 'x', signingLinks: [null], files: null },
    { id: 'doc_1', recipients: [null, { role: 'A' }], signingLinks: 'x' },
  ])('%j has every key of the sample', async (document) => {
    const { sample } = engine.app.searches.find_document.operation as { sample: Record<string, unknown> };
    const [found, ...more] = await answered<Record<string, unknown>[]>(
      { body: { data: [null, document], page: 1, limit: 25, hasMore: false } },
      'searches.find_document',
      { reference: 'R' },
    );
    expect(more).toEqual([]);
    expect(Object.keys(found!).sort()).toEqual(Object.keys(sample).sort());
    expect(Object.keys(found!.files as object)).toEqual(Object.keys(sample.files as object));
    const [listed] = await answered<{ title: string }[]>(
      { body: { data: [null, document], page: 1, limit: 100, hasMore: false } },
      'triggers.document_list',
      {},
    );
    expect(typeof listed!.title).toBe('string');
    const [someone] = found!.recipients as object[];
    const [recipient] = sample.recipients as object[];
    if (someone) expect(Object.keys(someone).sort()).toEqual(Object.keys(recipient!).sort());
  });

  test('gaps in a list of templates are left out', async () => {
    const body = { data: [null, { id: 't' }], page: 1, limit: 25, hasMore: false };
    expect(await answered({ body }, 'searches.find_template', { search: 'x' })).toMatchObject([
      { id: 't', roles: [] },
    ]);
  });
});

describe('find document', () => {
  const find = (inputData: Record<string, unknown>, inputDataRaw?: Record<string, string>) =>
    perform<{ id: string }[]>('searches.find_document', inputData, inputDataRaw && { inputDataRaw });

  test('by reference, name, status and template, alone and together', async () => {
    const { id, reference } = await send({ name: 'Quite special name' });
    const first = async (filters: Record<string, unknown>): Promise<string | undefined> =>
      (await find(filters))[0]?.id;
    expect(await first({ reference })).toBe(id);
    expect(await first({ search: 'special' })).toBe(id);
    expect(await first({ status: 'in_progress' })).toBe(id);
    expect(await first({ template_id: 'tpl_nda' })).toBe(id);
    expect(await first({ reference, search: 'special', status: 'in_progress', template_id: 'tpl_nda' })).toBe(
      id,
    );
    expect(await first({ reference, status: 'completed' })).toBeUndefined();
  });
  test('nothing found is an empty list', async () => {
    expect(await find({ reference: 'no such reference' })).toEqual([]);
  });
  test('a filter that came out empty finds nothing, though others would', async () => {
    await send();
    expect(
      await find(
        { reference: '', status: 'in_progress' },
        { reference: '{{1__ref}}', status: 'in_progress' },
      ),
    ).toEqual([]);
    expect(await find({ reference: '' }, { reference: '{{1__ref}}' })).toEqual([]);
  });
  test('no filter at all is a mistake', async () => {
    expect((await failureOf(find({ reference: '', search: '' }))).message).toMatch(
      /^Fill in at least one of/,
    );
  });
  test('a filter that the service refuses is named by its label', async () => {
    const failure = await failureOf(find({ status: 'lost' }));
    expect(failure).toMatchObject({
      name: 'AppError',
      status: 422,
      message: expect.stringContaining('“Status”'),
    });
  });
});

test('find template: the one of that very name first', async () => {
  for (const name of ['Lease', 'Lease for a garage'])
    await service.control('templates', { name, roles: [{ role: 'A' }] });
  const found = await perform<{ name: string }[]>('searches.find_template', { search: 'lease' });
  expect(found[0]!.name).toBe('Lease');
  expect(found.length).toBeGreaterThan(2);
  expect(await perform('searches.find_template', { search: 'no such template' })).toEqual([]);
  expect(await perform('searches.find_template', { search: ' ' })).toEqual([]);
});

test('the history is one result with its entries; of no document it is none', async () => {
  const { id } = await send();
  await service.control(`documents/${id}/act`, { act: 'open', role: 'Signer' });
  const [history] = await perform<{ id: string; entries: { event: string }[] }[]>('searches.get_history', {
    document_id: id,
  });
  expect(history?.id).toBe(id);
  expect(history?.entries.map(({ event }) => event)).toEqual(['document.sent', 'document.viewed']);
  expect(await perform('searches.get_history', { document_id: 'doc_gone' })).toEqual([]);
});

test('search-or-create: found by its reference it is not sent again, else it is sent', async () => {
  const pair = engine.app.searchOrCreates.find_document as { search: string; create: string };
  const reference = 'only once';
  const zap = { template_id: 'tpl_nda', reference, e_Signer: 'sam@example.com' };
  expect(await perform(`searches.${pair.search}`, { reference })).toEqual([]);
  const created = await perform<Record<string, unknown>>(`creates.${pair.create}`, zap, {
    meta: { withSearch: 'find_document' },
  });
  const [found] = await perform<Record<string, unknown>[]>(`searches.${pair.search}`, { reference });
  expect(found).toEqual(created);
});

describe('a PDF that does not arrive whole', () => {
  test.each<[string, Record<string, string>, number]>([
    ['cut, its length announced', { 'content-length': '100000' }, 2000],
    ['cut, its length not announced', {}, 2000],
    ['empty', { 'content-length': '0' }, 0],
  ])('%s, is an error in words', async (_, headers, bytes) => {
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', ...headers });
      if (bytes === 0) return void response.end();
      response.write('%PDF'.padEnd(bytes));
      setTimeout(() => request.socket.destroy(), 20);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const odd = await service.engine(
      service.tokens.ada,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    );
    const failure = await failureOf(
      odd.run('creates.download_document.operation.perform', { inputData: { document_id: 'doc_1' } }),
    );
    expect(failure.message).toBe(
      'The transfer of “doc_1.pdf” was cut before all of it had arrived: try again.',
    );
    server.closeAllConnections();
    server.close();
  });
});
