import { defineTemplate, manyFieldsTemplate, strangeNamesTemplate } from '../../src/index.ts';
import { LEASE, running, type Loose, type TestService } from '../running.ts';

let service: TestService;
beforeAll(async () => {
  service = await running();
});

const send = (body: unknown, id = 'tpl_lease') =>
  service.call('POST', `/templates/${encodeURIComponent(id)}/send`, body);

test('lists the caller’s templates and those shared with the caller, most recently changed first', async () => {
  const ada = await service.call('GET', '/templates');
  expect(ada.body.data.map(({ id }: Loose) => id)).toEqual([
    'tpl_lease',
    'tpl_offer',
    'tpl_nda',
    'tpl_handbook',
  ]);
  expect(ada.body).toEqual(expect.objectContaining({ page: 1, limit: 25, hasMore: false }));
  const ben = await service.call('GET', '/templates', undefined, service.tokens!.ben);
  expect(ben.body.data.map(({ id }: Loose) => id)).toEqual(['tpl_nda', 'tpl_handbook', 'tpl_quote']);
});

test('pages, searches, and is empty past the end', async () => {
  const ids = async (query: string) =>
    (await service.call('GET', `/templates?${query}`)).body.data.map(({ id }: Loose) => id);
  expect((await service.call('GET', '/templates?limit=3')).body.hasMore).toBe(true);
  expect(await ids('limit=3&page=2')).toEqual(['tpl_handbook']);
  expect(await ids('page=99')).toEqual([]);
  expect(await ids('search=LEASE')).toEqual(['tpl_lease']);
  expect(await ids('search=%25')).toEqual([]);
  expect(await ids('unknown=1&search=')).toHaveLength(4);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=1.5',
  'limit=',
  'page=0',
  'page=-1',
  'limit=1&limit=2',
  'page=0x1',
])('%s is refused', async (query) => {
  const { status, body } = await service.call('GET', `/templates?${query}`);
  expect(status).toBe(422);
  expect(body.error.details.problems[0]).toMatch(/^"(limit|page)" /);
});

test('somebody else’s template is as if it were not there', async () => {
  for (const path of ['/templates/tpl_quote', '/templates/tpl_quote/schema']) {
    expect((await service.call('GET', path)).text).toBe(
      (await service.call('GET', path.replace('quote', 'x'))).text,
    );
  }
  expect((await send({ recipients: [] }, 'tpl_quote')).status).toBe(404);
});

test('a thousand fields, and names that are hard to write', async () => {
  service.addTemplate(manyFieldsTemplate('acc_ada'));
  service.addTemplate(strangeNamesTemplate('acc_ada'));
  expect((await service.call('GET', '/templates/tpl_1000_fields')).body.fields).toHaveLength(1000);
  const fields = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`Field ${index * 5 + 1}`, 'x']),
  );
  expect(
    (await send({ recipients: [{ role: 'Signer', email: 'a@example.com' }], fields }, 'tpl_1000_fields'))
      .status,
  ).toBe(201);
  const strange = 'tpl_strange a/b ü';
  const { schema } = (await service.call('GET', `/templates/${encodeURIComponent(strange)}/schema`)).body;
  expect(Object.keys(schema.properties.fields.properties)).toEqual(
    expect.arrayContaining(['a/b ü', '__proto__', 'constructor', 'First party::Datum']),
  );
  const recipients = Object.fromEntries(
    Object.keys(schema.properties.recipients.properties).map((role) => [role, { email: 'a@example.com' }]),
  );
  const sent = await send(
    { recipients, fields: { 'a/b ü': 'x', 'First party::Datum': '2026-01-31' } },
    strange,
  );
  expect(sent.status).toBe(201);
  expect(sent.body.recipients.map(({ status }: Loose) => status)).toEqual(['sent', 'sent', 'sent']);
});

test('sending: the document as it is then', async () => {
  const { status, body } = await send({ ...LEASE, reference: 'R 1', note: 'Hi', expiresInDays: 1 });
  expect(status).toBe(201);
  expect(body).toEqual(
    expect.objectContaining({
      name: 'Residential lease',
      reference: 'R 1',
      note: 'Hi',
      status: 'in_progress',
      templateId: 'tpl_lease',
      sendInOrder: true,
      completedAt: null,
      files: { pdf: `${service.baseUrl}/documents/${body.id}/file`, certificate: null },
    }),
  );
  expect(Date.parse(body.expiresAt) - Date.parse(body.sentAt)).toBe(24 * 3600 * 1000);
  expect(body).not.toHaveProperty('signingLinks');
  expect(body).not.toHaveProperty('fields');
  expect((await service.call('GET', `/documents/${body.id}`)).body).toEqual(body);
});

test('without e-mails the answer carries signing links, later reads do not', async () => {
  const { body } = await send({ ...LEASE, sendEmails: false });
  expect(body.signingLinks.map(({ role, email }: Loose) => [role, email])).toEqual([
    ['Landlord', 'lea@example.com'],
    ['Tenant', 'tim@example.com'],
    ['Guarantor', 'gina@example.com'],
  ]);
  expect(body.signingLinks[0].url).toMatch(new RegExp(`^${service.url}/sign/[\\w-]{43}$`));
  expect((await service.call('GET', `/documents/${body.id}`)).body).not.toHaveProperty('signingLinks');
});

test.each([
  [{ name: 'x'.repeat(251) }, '"name" may have at most 250 characters; it has 251.'],
  [{ note: '𝄞'.repeat(201) }, '"note" may have at most 200 characters; it has 201.'],
  [{ reference: 'x'.repeat(101) }, '"reference" may have at most 100 characters; it has 101.'],
  [{ name: 5 }, '"name" must be text; 5 is not.'],
  [{ name: 'a\u0000' }, /^"name" contains a control character/],
  [{ name: 'a\ud800b' }, /^"name" contains .*half a character/],
  [{ name: 'a\nb' }, /^"name" must be one line/],
  [{ name: 'a\u2028b' }, /^"name" must be one line/],
  [{ reference: 'a\tb' }, /^"reference" must be one line/],
  [{ reference: '\udc00' }, /^"reference" contains .*half a character/],
  [{ reference: 'a\u0085' }, /^"reference" contains a control character/],
  [{ note: 'a\u001b' }, /^"note" contains a control character/],
  [{ note: '\ud800' }, /^"note" contains .*half a character/],
  [{ sendInOrder: 'true' }, '"sendInOrder" must be true or false; "true" is not.'],
  [{ sendEmails: null }, '"sendEmails" must be true or false; null is not.'],
  [{ expiresInDays: 0 }, '"expiresInDays" must be from 1 to 365; 0 is not.'],
  [{ expiresInDays: 366 }, '"expiresInDays" must be from 1 to 365; 366 is not.'],
  [{ expiresInDays: 1.5 }, '"expiresInDays" must be a whole number; 1.5 is not.'],
  [{ expiresInDays: '30' }, '"expiresInDays" must be a whole number; "30" is not.'],
  [{ expires: 30 }, /^"expires" is not known here/],
  [{ fields: [] }, /"fields" must be an object/],
])('%j is refused', async (more, problem) => {
  const { status, body } = await send({ ...LEASE, ...more });
  expect(status).toBe(422);
  expect(body.error.code).toBe('invalid_request');
  expect(body.error.details.problems[0]).toEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  );
});

test('a note may have several lines, and whole characters of any plane are fine', async () => {
  const texts = { name: 'Łódź 𝄞 👩‍👩‍👧', note: 'one\r\ntwo\n\tthree', reference: 'é 日本' };
  const { status, body } = await send({ ...LEASE, ...texts });
  expect([status, body.name, body.note, body.reference]).toEqual([201, ...Object.values(texts)]);
});

test.each([[[]], ['text'], [null], [5]])('a body that is %j is refused', async (body) => {
  const answered = await send(JSON.stringify(body));
  expect(answered.status).toBe(422);
  expect(answered.body.error.details.problems[0]).toMatch(/must be a JSON object/);
});

test('no body at all is refused; limits are in characters, not UTF-16 units', async () => {
  expect((await service.call('POST', '/templates/tpl_lease/send')).status).toBe(422);
  expect((await send({ ...LEASE, name: '𝄞'.repeat(250) })).body.name).toBe('𝄞'.repeat(250));
  expect((await send({ ...LEASE, name: '' })).body.name).toBe('Residential lease');
});

test('problems of every part come together', async () => {
  const { body } = await send({
    recipients: [{ role: 'Tenant', email: 'x' }],
    fields: { Foo: 1 },
    name: 5,
    bar: 1,
  });
  expect(body.error.details.problems).toHaveLength(8);
});

test('an approver approves, a named role may be overridden', async () => {
  const { body } = await send(
    {
      recipients: {
        Manager: { email: 'm@example.com' },
        Candidate: { email: 'c@example.com' },
        'Human resources': { email: 'other@example.com', name: 'Other' },
      },
      fields: { Position: 'Engineer', 'Start date': '01.09.2026', 'Yearly salary': '60000' },
    },
    'tpl_offer',
  );
  expect(body.recipients.map(({ type, email, status }: Loose) => [type, email, status])).toEqual([
    ['approver', 'm@example.com', 'sent'],
    ['signer', 'other@example.com', 'waiting'],
    ['signer', 'c@example.com', 'waiting'],
  ]);
});

test('the detail shows fields with their keys’ parts', async () => {
  service.addTemplate(
    defineTemplate({
      id: 'tpl_one',
      ownerId: 'acc_ada',
      name: 'One',
      roles: [{ role: 'A' }],
      fields: [{ name: 'B' }],
    }),
  );
  const { body } = await service.call('GET', '/templates/tpl_one');
  expect(body.fields).toEqual([
    {
      role: null,
      name: 'B',
      type: 'text',
      required: false,
      fillable: true,
      options: [],
      format: '',
      default: null,
    },
  ]);
  expect(body.roles).toEqual([{ role: 'A', order: 1, type: 'signer', inPerson: false, assigned: null }]);
});
