import { failureOf } from './zapier-failure.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { errorBody, startProxy, type Proxy } from './zapier-proxy.ts';
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
beforeEach(() => {
  proxy.requests.splice(0);
  proxy.answer(() => undefined);
});

interface Sent {
  id: string;
  status: string;
  recipients: { role: string; name: string; email: string }[];
  signingLinks: { role: string; url: string }[];
}

/** Through the proxy, so that what is sent can be read. */
const send = (inputData: Record<string, unknown>) =>
  engine.run<Sent>('creates.send_document.operation.perform', {
    authData: { base_url: proxy.baseUrl, token: service.tokens.ada },
    inputData,
  });

/** The body of the send request. */
const sentBody = () => {
  const request = proxy.requests.find(({ method }) => method === 'POST');
  return request && (JSON.parse(request.body) as Record<string, unknown>);
};

const LEASE = {
  template_id: 'tpl_lease',
  e_Landlord: 'lena@example.com',
  n_Landlord: 'Lena Demo',
  e_Tenant: 'tom@example.com',
  n_Tenant: '',
  f_Address: 'ul. Piękna 1, Łódź',
  f_MonthlyZ20rent: '950.50',
  f_StartZ20date: '2026-12-01T00:00:00-05:00',
};

test('sends with every kind of value, as the template writes it', async () => {
  const document = await send({
    ...LEASE,
    name: 'Lease 7',
    note: 'Hello',
    reference: 'L-7',
    send_in_order: false,
    expires_in_days: 10,
    send_emails: false,
    f_EndZ20date: '2027-11-30',
    f_Date: '2026-11-30T23:59:59+14:00',
    f_LandlordZ3aZ3aDate: '12/24/2026',
    f_TenantZ3aZ3aDate: '2026-12-31T23:30:00-11:00',
    f_TenantZ3aZ3aName: 'Tom',
    f_Furnishing: 'Furnished',
    f_UtilitiesZ20included: ['Water', 'Internet'],
    f_ContactZ20by: 'E-mail, Letter',
    f_PetsZ20allowed: true,
    f_HouseZ20rulesZ20read: 'no',
    f_Phone: '',
    f_PersonsZ20inZ20household: 3,
  });
  expect(document).toMatchObject({
    name: 'Lease 7',
    reference: 'L-7',
    status: 'in_progress',
    sendInOrder: false,
  });
  expect(document.signingLinks).toHaveLength(3);
  expect(sentBody()).toEqual({
    recipients: expect.anything(),
    name: 'Lease 7',
    note: 'Hello',
    reference: 'L-7',
    sendInOrder: false,
    expiresInDays: 10,
    sendEmails: false,
    fields: {
      Address: 'ul. Piękna 1, Łódź',
      'Monthly rent': 950.5,
      'Start date': '12/01/2026',
      'End date': '30.11.2027',
      Date: '2026-11-30',
      'Landlord::Date': '12/24/2026',
      'Tenant::Date': '31.12.2026',
      'Tenant::Name': 'Tom',
      Furnishing: 'Furnished',
      'Utilities included': ['Water', 'Internet'],
      'Contact by': ['E-mail', 'Letter'],
      'Pets allowed': true,
      'House rules read': false,
      'Persons in household': 3,
    },
  });
  expect(document.recipients.map(({ role, name, email }) => [role, name, email])).toEqual([
    ['Landlord', 'Lena Demo', 'lena@example.com'],
    ['Tenant', expect.any(String), 'tom@example.com'],
    ['Guarantor', 'Gina Demo', 'gina@example.com'],
  ]);
});

test('empty values leave what the template has; the template is read and the document sent in three requests', async () => {
  const empty = {
    name: '',
    note: null,
    reference: undefined,
    send_emails: '',
    f_Deposit: '',
    f_UtilitiesZ20included: [],
  };
  const document = await send({ ...LEASE, ...empty });
  expect(document).toMatchObject({ name: 'Residential lease', note: '', reference: '', signingLinks: [] });
  expect(Object.keys(sentBody()!)).toEqual(['recipients', 'fields']);
  expect(proxy.requests).toHaveLength(3);
});

test('one mapped value in a list of inputs may hold several choices', async () => {
  await send({
    ...LEASE,
    f_UtilitiesZ20included: ['Water, Internet'],
    f_ContactZ20by: ['["E-mail","Letter"]'],
  });
  expect(sentBody()!.fields).toMatchObject({
    'Utilities included': ['Water', 'Internet'],
    'Contact by': ['E-mail', 'Letter'],
  });
});

test('a role that the template names can be given to someone else', async () => {
  const document = await send({ ...LEASE, e_Guarantor: 'gus@example.com', n_Guarantor: 'Gus' });
  expect(document.recipients[2]).toMatchObject({ role: 'Guarantor', name: 'Gus', email: 'gus@example.com' });
});

test('text goes out as it is written, braces and all', async () => {
  const note = 'Use {{bundle.inputData.x}} and {{process.env.HOME}} “as is” ☃';
  expect(await send({ ...LEASE, note })).toMatchObject({ note });
});

test('names of any letters make the round trip', async () => {
  const { id } = await service.control<{ id: string }>('templates', { sample: 'strange-names' });
  const inputs = await engine.fields('creates.send_document', { template_id: id });
  const values: Record<string, unknown> = { template_id: id };
  for (const { key, type, choices, list } of inputs) {
    const [first] = (choices ?? []) as { value: string }[];
    if (key.startsWith('e_')) values[key] = 'someone@example.com';
    else if (key.startsWith('f_')) {
      const value =
        first?.value ??
        (type === 'datetime' ? '2026-12-24' : type === 'boolean' ? true : type === 'number' ? 7 : 'x');
      values[key] = list ? [value] : value;
    }
  }
  const document = await send(values);
  expect(document.status).toBe('in_progress');
  const sent = sentBody()!.fields as object;
  expect(Object.keys(sent)).toHaveLength(inputs.filter(({ key }) => key.startsWith('f_')).length);
});

describe('what is wrong is said all at once, by field and role, and nothing is sent', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'a missing recipient',
      { e_Tenant: '' },
      ['The role “Tenant” has no recipient: give an e-mail address for it.'],
    ],
    [
      'a wrong address',
      { e_Tenant: 'Tom' },
      ['“Tom” is not an e-mail address: give one for the role “Tenant”, such as name@example.com.'],
    ],
    [
      'a missing value',
      { f_Address: ' ' },
      ['The field “Address” has no value: give one, as it is filled before sending.'],
    ],
    [
      'a wrong date',
      { f_StartZ20date: '31/31/2026' },
      ['“31/31/2026” is not a date for the field “Start date”'],
    ],
    [
      'a wrong number',
      { f_MonthlyZ20rent: 'a lot' },
      ['“a lot” is not a number for the field “Monthly rent”'],
    ],
    [
      'an unknown choice',
      { f_Furnishing: 'Empty' },
      ['“Empty” is not a choice of the field “Furnishing”: choose from “Furnished”'],
    ],
    [
      'an unknown choice in a list',
      { f_UtilitiesZ20included: ['Water', 'Wine'] },
      ['“Wine” is not a choice of the field “Utilities included”'],
    ],
    [
      'a field that is gone',
      { f_OldZ20rent: '1' },
      ['The template “Residential lease” has no field “Old rent” to fill when sending'],
    ],
    [
      'a role that is gone',
      { e_Broker: 'b@example.com' },
      ['The template “Residential lease” has no role “Broker”: use “Landlord”, “Tenant” or “Guarantor”.'],
    ],
    [
      'a reference that is too long',
      { reference: 'x'.repeat(101) },
      ['“Reference” has 101 characters and may have 100: shorten it.'],
    ],
    [
      'too many days',
      { expires_in_days: 400 },
      ['“Expires in Days” must be a whole number from 1 to 365, not “400”.'],
    ],
    [
      'what is neither yes nor no',
      { send_emails: 'maybe', send_in_order: 'f' },
      ['“Send Emails” must be yes or no, not “maybe”.', '“Send in Order” must be yes or no, not “f”.'],
    ],
    ['a name that is too long', { name: 'x'.repeat(251) }, ['“Document Name” has 251 characters']],
    [
      'a field that is gone, where others have labels of their own',
      { f_OldZ20rent: '1' },
      ['“Name (Landlord)”, “Date (Landlord)” and 6 more, or remove it.'],
    ],
    [
      'inputs whose keys stand for nothing',
      { f_Zzz: '1', 'f_a b': '2', e_Z: 'x@example.com' },
      ['has no field “f_Zzz”', 'has no field “f_a b”', 'has no role “e_Z”'],
    ],
    [
      'all of these',
      { e_Tenant: '', f_Address: '', f_StartZ20date: 'soon', f_Furnishing: 'Empty' },
      [
        '4 things are missing or wrong:\n- The role “Tenant”',
        '\n- The field “Address”',
        '\n- “soon” is not a date',
        '\n- “Empty” is not a choice',
      ],
    ],
  ])('%s', async (_, wrong, sentences) => {
    const failure = await failureOf(send({ ...LEASE, ...wrong }));
    expect(failure.name).toBe('AppError');
    for (const sentence of sentences) expect(failure.message).toContain(sentence);
    expect(sentBody()).toBeUndefined();
    expect(failure.whole).not.toContain(service.tokens.ada);
  });

  test('what only the service knows is said with the labels of the editor', async () => {
    const failure = await failureOf(
      send({ ...LEASE, e_Tenant: 'tom@example', f_TenantZ3aZ3aName: 'a\u0001b', note: 'a\u0002b' }),
    );
    expect(failure).toMatchObject({ name: 'AppError', status: 422 });
    expect(failure.message).toMatch(/^3 things are missing or wrong:\n/);
    expect(failure.message).toMatch(/\n- .*role "Tenant"/);
    expect(failure.message).toMatch(/\n- .*“Name \(Tenant\)”/);
    expect(failure.message).toMatch(/\n- .*“Note”/);
  });
});

test('a template deleted since it was chosen', async () => {
  const failure = await failureOf(send({ ...LEASE, template_id: 'tpl_gone' }));
  expect(failure).toMatchObject({
    name: 'AppError',
    message: expect.stringMatching(
      /^There is no template with the id “tpl_gone” any more.*: choose another in the field “Template”\.$/,
    ),
  });
});

test('a template deleted between reading it and sending', async () => {
  proxy.answer(({ method }) =>
    method === 'POST' ? { status: 404, body: errorBody('not_found', 'No such template.') } : undefined,
  );
  expect((await failureOf(send(LEASE))).message).toContain('choose another in the field “Template”');
});

test('a page that is not found says nothing of the template', async () => {
  proxy.answer(({ method }) =>
    method === 'POST'
      ? { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>404</h1>' }
      : undefined,
  );
  expect((await failureOf(send(LEASE))).message).toContain('check the base URL, whose path ends in /v1.');
});

test('find or send: where the filter came out empty nothing is sent, and the run halts', async () => {
  const inputData = { ...LEASE, reference: '' };
  const more = {
    authData: { base_url: proxy.baseUrl, token: service.tokens.ada },
    inputData,
    inputDataRaw: { reference: '{{1__ref}}' },
  };
  const step = 'creates.send_document.operation.perform';
  const failure = await failureOf(engine.run(step, { ...more, meta: { withSearch: 'find_document' } }));
  expect(failure).toMatchObject({
    name: 'HaltedError',
    message:
      '“Reference” came out empty, so the document could not be looked for and nothing was sent: give a value that is never empty.',
  });
  expect(proxy.requests).toEqual([]);
  // By itself the step sends without a reference.
  expect(await engine.run(step, more)).toMatchObject({ status: 'in_progress', reference: '' });
});

test('no template', async () => {
  expect((await failureOf(send({ ...LEASE, template_id: '' }))).message).toContain('No template is chosen');
});

test('an old Zap still sends when the template has got a field more, and says what is missing when it is a required one', async () => {
  const draft = { name: 'Growing', roles: [{ role: 'Signer' }], fields: [{ name: 'City' }] };
  const { id } = await service.control<{ id: string }>('templates', draft);
  const zap = { template_id: id, e_Signer: 'sam@example.com', f_City: 'Berlin' };
  expect((await send(zap)).status).toBe('in_progress');

  const grown = async (field: object): Promise<string> =>
    (await service.control<{ id: string }>('templates', { ...draft, fields: [...draft.fields, field] })).id;
  expect((await send({ ...zap, template_id: await grown({ name: 'Street' }) })).status).toBe('in_progress');
  const failure = await failureOf(
    send({ ...zap, template_id: await grown({ name: 'Street', required: true }) }),
  );
  expect(failure.message).toBe('The field “Street” has no value: give one, as it is filled before sending.');

  // The same name on a role's field: the key that the Zap has still stands for the field filled before sending.
  const twin = await grown({ role: 'Signer', name: 'City' });
  expect((await send({ ...zap, template_id: twin })).status).toBe('in_progress');
});

test('402: the plan allowance is used up', async () => {
  await service.control('plan-allowance', { allowance: 0 });
  const failure = await failureOf(send(LEASE));
  await service.control('plan-allowance', { allowance: null });
  expect(failure).toMatchObject({ name: 'AppError', status: 402, message: expect.stringContaining('plan') });
});

test('429: tried again after the service’s wait, as nothing was sent', async () => {
  proxy.answer(({ method }) =>
    method === 'POST'
      ? { status: 429, headers: { 'Retry-After': '30' }, body: errorBody('rate_limited', 'Too many sends.') }
      : undefined,
  );
  expect(await failureOf(send(LEASE))).toMatchObject({ name: 'ThrottledError', delay: 30 });
});

test.each<[string, object]>([
  ['a cut connection', { cut: true }],
  ['a 502', { status: 502, body: '<h1>Bad gateway</h1>' }],
])(
  'after %s it is not known whether the document went out: the run stops and is not played again',
  async (_, answer) => {
    proxy.answer(({ method }) => (method === 'POST' ? answer : undefined));
    const failure = await failureOf(send(LEASE));
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toMatch(
      /^It is not known whether the document was sent\. .* may send it twice\.$/s,
    );
    expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  },
);

test('a service that refuses the connection has sent nothing: an ordinary error', async () => {
  const gone = await startProxy();
  await gone.close();
  const failure = await failureOf(
    engine.run('creates.send_document.operation.perform', {
      authData: { base_url: gone.baseUrl, token: 'x' },
      inputData: LEASE,
    }),
  );
  expect(failure).toMatchObject({ name: 'AppError', message: expect.stringContaining('No service answers') });
});
