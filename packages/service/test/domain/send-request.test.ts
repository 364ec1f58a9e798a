import { matchSendRequest } from '../../src/domain/send-request.ts';
import { demoTemplates } from '../../src/seed/demo-templates.ts';
import { manyFieldsTemplate, strangeNamesTemplate } from '../../src/seed/demanding-templates.ts';
import type { Template } from '../../src/domain/types.ts';

const [nda, offer, lease] = demoTemplates('ada', 'ben') as [Template, Template, Template];
const recipients = [
  { role: 'Landlord', email: 'lea@example.com' },
  { role: 'Tenant', email: 'tim@example.com', name: 'Tim' },
];
const given = { Address: 'Main St 1', 'Monthly rent': 1200, 'Start date': '2026-03-01' };

function values(template: Template, fields: unknown, people: unknown = recipients): Record<string, unknown> {
  const matched = matchSendRequest(template, { recipients: people, fields });
  expect(matched.problems).toEqual([]);
  return Object.fromEntries(
    [...matched.values].map(([field, value]) => [`${field.role ?? ''}/${field.name}`, value]),
  );
}

function problems(fields: unknown, people: unknown = recipients, template = lease): string[] {
  return matchSendRequest(template, { recipients: people, fields }).problems;
}

test('both forms of recipients, and the person whom the template names', () => {
  const expected = [
    ['Landlord', { name: '', email: 'lea@example.com' }],
    ['Tenant', { name: 'Tim', email: 'tim@example.com' }],
    ['Guarantor', { name: 'Gina Demo', email: 'gina@example.com' }],
  ];
  expect([...matchSendRequest(lease, { recipients, fields: given }).recipients]).toEqual(expected);
  const keyed = { Landlord: { email: 'lea@example.com' }, Tenant: { email: 'tim@example.com', name: 'Tim' } };
  expect([...matchSendRequest(lease, { recipients: keyed, fields: given }).recipients]).toEqual(expected);
});

test('a role that the template names can be given someone else', () => {
  const people = [...recipients, { role: 'Guarantor', email: 'new@example.com' }];
  const matched = matchSendRequest(lease, { recipients: people, fields: given });
  expect(matched.recipients.get('Guarantor')).toEqual({ name: '', email: 'new@example.com' });
});

test('dates are stored in the field’s own format, numbers as numbers, choices in the template’s order', () => {
  expect(
    values(lease, {
      ...given,
      'End date': '28.02.2027',
      'Monthly rent': ' 1200.50 ',
      'Utilities included': ['Internet', 'Water'],
      'Pets allowed': false,
      'Tenant::Date': '2026-02-01',
      'Tenant::Phone': '1',
      Date: '2026-01-31',
      Furnishing: 'Furnished',
    }),
  ).toEqual({
    '/Address': 'Main St 1',
    '/Monthly rent': 1200.5,
    '/Start date': '03/01/2026',
    '/End date': '28.02.2027',
    '/Utilities included': ['Water', 'Internet'],
    '/Pets allowed': false,
    'Tenant/Date': '01.02.2026',
    'Tenant/Phone': '1',
    '/Date': '2026-01-31',
    '/Furnishing': 'Furnished',
  });
});

test('empty values are left out', () => {
  expect(
    Object.keys(
      values(lease, {
        ...given,
        Deposit: '',
        'End date': null,
        Furnishing: '  ',
        'Utilities included': [],
        Phone: ' \n',
      }),
    ),
  ).toEqual(['/Address', '/Monthly rent', '/Start date']);
  expect(problems({ ...given, Address: ' ' })).toEqual([
    'Field "Address" is required and has no value; give one in "fields".',
  ]);
});

test.each([
  [{ Nme: 1 }, /no field "Nme"/],
  [{ Adress: 'x' }, /Did you mean "Address"/],
  [{ Name: 'x' }, /say which one: "Landlord::Name", "Tenant::Name"/],
  [{ 'Tenant::Signature': 'x' }, /"Tenant::Signature" \(signature\) cannot be given/],
  [{ 'Photo of identity card': 'x' }, /picture/],
  [{ 'Start date': '02/29/2026' }, /MM\/dd\/yyyy or yyyy-MM-dd; "02\/29\/2026"/],
  [{ 'Start date': '28.02.2026' }, /"Start date"/],
  [{ 'Start date': 20260301 }, /"Start date"/],
  [{ Heating: 'Coal' }, /"Gas", "District heating", "Heat pump"; "Coal"/],
  [{ Heating: ['Gas'] }, /"Heating"/],
  [{ 'Utilities included': 'Water' }, /is not a list/],
  [{ 'Utilities included': ['Water', 'Beer'] }, /"Beer" is not among them/],
  [{ 'Utilities included': ['Water', 'Water'] }, /twice/],
  [{ 'Pets allowed': 'true' }, /true or false/],
  [{ 'Monthly rent': '1,200' }, /takes a number/],
  [{ 'Monthly rent': true }, /takes a number/],
  [{ 'Monthly rent': '12345678901234567890' }, /at most 15 digits/],
  [{ Address: 5 }, /takes text; 5/],
  [{ Address: 'a\u0000b' }, /control character/],
  [{ Phone: 'x', 'Tenant::Phone': 'y' }, /twice, also as "Phone"/],
])('%j is one clear problem', (fields, expected) => {
  const found = problems({ ...given, ...fields });
  expect(found).toEqual([expect.stringMatching(expected)]);
  expect(found[0]).toMatch(/[.?]$/);
});

test.each([
  [{}, [/Role "Landlord" has no recipient/, /Role "Tenant" has no recipient/]],
  [[recipients[0]], [/Role "Tenant" has no recipient/]],
  [[...recipients, recipients[0]], [/Role "Landlord" is given more than one/]],
  [
    [...recipients, { role: 'tenants', email: 'a@example.com' }],
    [/no role "tenants". Did you mean "Tenant"/],
  ],
  [[recipients[0], { role: 'Tenant', email: 'nobody' }], [/role "Tenant" must have the form/]],
  [[recipients[0], { role: 'Tenant' }], [/role "Tenant" has no email/]],
  [[recipients[0], { role: 'Tenant', email: 'a@example.com', phone: 1 }], [/unknown property "phone"/]],
  [
    [recipients[0], { role: 'Tenant', email: 'a@example.com', name: 1 }],
    [/name of role "Tenant" must be text/],
  ],
  [[...recipients, 'x'], [/recipients\[2\] must be an object/]],
  [[...recipients, { email: 'a@example.com' }], [/recipients\[2\] must say in "role"/]],
  ['Tenant', [/"recipients" must be an array/, /Landlord/, /Tenant/]],
])('recipients %j', (people, expected) => {
  expect(problems(given, people)).toEqual(expected.map((one) => expect.stringMatching(one)));
});

test('every problem is reported at once', () => {
  expect(problems({ Foo: 1, Heating: 'Coal' }, [{ role: 'X', email: 'y' }]).length).toBe(8);
});

test('names that are hard to write are keys like others', () => {
  const template = strangeNamesTemplate('ada');
  const people = template.roles.map(({ role }) => ({ role, email: 'a@example.com' }));
  const fields = JSON.parse(
    '{"a/b ü":"1","__proto__":"2","constructor":"3","First party::Datum":"2026-03-01"}',
  ) as unknown;
  expect(values(template, fields, people)).toEqual(
    Object.fromEntries([
      ['/a/b ü', '1'],
      ['/__proto__', '2'],
      ['/constructor', '3'],
      ['First party/Datum', '1. March 2026'],
    ]),
  );
});

test('a thousand unknown keys are reported in reasonable time', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`Feld Nummer ${index}`, 'x']),
  );
  const started = performance.now();
  expect(
    problems(fields, [{ role: 'Signer', email: 'a@example.com' }], manyFieldsTemplate('ada')),
  ).toHaveLength(1000);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('nothing is required that has a default, belongs to a role or cannot be given', () => {
  expect(problems(undefined, [{ role: 'Signer', email: 'a@example.com' }], nda)).toEqual([]);
  expect(
    problems({}, { Manager: { email: 'a@example.com' }, Candidate: { email: 'b@example.com' } }, offer),
  ).toEqual(
    ['Position', 'Start date', 'Yearly salary'].map((key) => expect.stringContaining(`"${key}" is required`)),
  );
});
