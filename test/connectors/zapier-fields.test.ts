import PlainInputFieldSchema from 'zapier-platform-schema/lib/schemas/PlainInputFieldSchema';
import { failureOf } from './zapier-failure.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { startProxy, type Proxy } from './zapier-proxy.ts';
import { type ZapierEngine } from './zapier-engine.ts';

let service: LocalService;
let proxy: Proxy;
let engine: ZapierEngine;

beforeAll(async () => {
  service = await startLocalService();
  proxy = await startProxy(service.url);
  engine = await service.engine();
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});
beforeEach(() => proxy.requests.splice(0));

const STATIC = [
  'template_id',
  'name',
  'note',
  'reference',
  'send_in_order',
  'expires_in_days',
  'send_emails',
];

/** Through the proxy, so that the requests can be counted. */
const fields = (inputData: Record<string, unknown>) =>
  engine.run<{ key: string; label: string }[]>('creates.send_document.operation.inputFields', {
    authData: { base_url: proxy.baseUrl, token: service.tokens.ada },
    inputData,
  });

test.each([
  [{}],
  [{ template_id: '' }],
  [{ template_id: '  ' }],
  [{ template_id: null }],
  [{ template_id: '{{123__id}}' }],
])('with %j nothing is loaded, and nothing asked', async (inputData) => {
  expect((await fields(inputData)).map(({ key }) => key)).toEqual(STATIC);
  expect(proxy.requests).toEqual([]);
});

test('nothing is loaded where there are no inputs at all', async () => {
  const bundle = { authData: { base_url: proxy.baseUrl, token: 'x' }, inputData: undefined } as never;
  expect(await engine.run<object[]>('creates.send_document.operation.inputFields', bundle)).toHaveLength(
    STATIC.length,
  );
});

test('a template’s inputs stand between the template and the settings', async () => {
  const inputs = await fields({ template_id: 'tpl_offer' });
  expect(inputs.map(({ key, label }) => [key, label])).toEqual([
    ['template_id', 'Template'],
    ['e_Manager', 'Manager Email'],
    ['n_Manager', 'Manager Name'],
    ['e_Candidate', 'Candidate Email'],
    ['n_Candidate', 'Candidate Name'],
    ['e_HumanZ20resources', 'Human resources Email'],
    ['n_HumanZ20resources', 'Human resources Name'],
    ['f_Position', 'Position'],
    ['f_StartZ20date', 'Start date'],
    ['f_YearlyZ20salary', 'Yearly salary'],
    ['f_Workplace', 'Workplace'],
    ['f_Phone', 'Phone'],
    ['f_DateZ20ofZ20birth', 'Date of birth'],
    ...['name', 'note', 'reference', 'send_in_order', 'expires_in_days', 'send_emails'].map((key) => [
      key,
      expect.any(String),
    ]),
  ]);
});

describe('every input of every template is one that Zapier takes, loaded in two requests', () => {
  test.each(['tpl_nda', 'tpl_offer', 'tpl_lease', 'tpl_handbook', 'many-fields', 'strange-names'])(
    '%s',
    async (name) => {
      const template_id = name.startsWith('tpl_')
        ? name
        : (await service.control<{ id: string }>('templates', { sample: name, fieldCount: 200 })).id;
      const inputs = await fields({ template_id });
      expect(inputs.length).toBeGreaterThan(STATIC.length);
      expect(proxy.requests.map(({ path }) => path).sort()).toEqual([
        `/v1/templates/${encodeURIComponent(template_id)}`,
        `/v1/templates/${encodeURIComponent(template_id)}/schema`,
      ]);
      for (const input of inputs) {
        expect({ input, errors: PlainInputFieldSchema.validate(input).errors }).toEqual({
          input,
          errors: [],
        });
        expect(input.key).not.toContain('__');
      }
      expect(new Set(inputs.map(({ key }) => key)).size).toBe(inputs.length);
      const labels = inputs.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    },
  );
});

test('a template that is gone says so, and where to choose another', async () => {
  const failure = await failureOf(fields({ template_id: 'tpl_gone' }));
  expect(failure).toMatchObject({
    name: 'AppError',
    message:
      'There is no template with the id “tpl_gone” any more, or it belongs to someone else: choose another in the field “Template”.',
  });
});

describe('dropdowns', () => {
  test('templates come a page at a time, with id and name', async () => {
    const first = await engine.run<{ id: string; name: string }[]>(
      'triggers.template_list.operation.perform',
    );
    expect(first).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'tpl_lease', name: 'Residential lease' })]),
    );
    expect(await engine.run('triggers.template_list.operation.perform', { meta: { page: 1 } })).toEqual([]);
  });

  test('documents of one template are told apart', async () => {
    for (const [name, reference] of [
      ['Ann', 'R-1'],
      ['Bob', 'R-2'],
    ] as const) {
      await service.api('POST', '/templates/tpl_nda/send', {
        recipients: [{ role: 'Signer', email: `${name}@example.com`, name }],
        reference,
      });
    }
    const documents = await engine.run<{ id: string; title: string }[]>(
      'triggers.document_list.operation.perform',
    );
    const today = new Date().toISOString().slice(0, 10);
    expect(documents.map(({ title }) => title)).toEqual([
      `Non-disclosure agreement (R-2 · Bob · ${today} · in progress)`,
      `Non-disclosure agreement (R-1 · Ann · ${today} · in progress)`,
    ]);
  });

  test('a hundred and more are all reached', async () => {
    const ids = new Set<string>();
    const all = Array.from({ length: 130 }, (_, index) => ({
      id: `tpl_${index}`,
      name: `Template ${index}`,
      roles: [],
    }));
    proxy.answer(({ path }) => {
      const { searchParams } = new URL(path, proxy.origin);
      const [limit, page] = [Number(searchParams.get('limit')), Number(searchParams.get('page'))];
      const data = all.slice((page - 1) * limit, page * limit);
      return { body: { data, page, limit, hasMore: page * limit < all.length } };
    });
    for (let page = 0; ; page++) {
      const items = await engine.run<{ id: string }[]>('triggers.template_list.operation.perform', {
        authData: { base_url: proxy.baseUrl, token: 'x' },
        meta: { page },
      });
      if (items.length === 0) break;
      for (const { id } of items) ids.add(id);
    }
    proxy.answer(() => undefined);
    expect(ids.size).toBe(130);
  });
});
