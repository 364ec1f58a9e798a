import {
  buildSendRequest,
  sendForm,
  SendFormError,
  type InputField,
  type SendForm,
} from '../../src/index.ts';
import { field, role, template } from './template.ts';

const form = (more: Partial<SendForm> = {}, fields = standardFields): SendForm => ({
  ...sendForm(
    template({
      roles: [
        role('Client'),
        role('Owner', { order: 2, assigned: { name: 'Ann', email: 'ann@example.com' } }),
      ],
      fields,
    }),
    {},
  ),
  ...more,
});

const standardFields = [
  field('Rent', { type: 'number' }),
  field('Start', { type: 'date', format: 'MM/dd/yyyy' }),
  field('Colour', { type: 'dropdown', options: ['Red', 'Blue'] }),
  field('Extras', { type: 'checkbox', options: ['Parking', 'Pets, small', 'Pets', 'Garden, front, south'] }),
  field('Furnished', { type: 'checkbox' }),
  field('Notes'),
];

const client = { Client: { email: 'c@example.com' } };
const built = (fields: unknown, options = {}) =>
  buildSendRequest(form(), { recipients: client, fields }, options).fields;
const problemsOf = (make: () => unknown): string[] => {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(SendFormError);
    return (error as SendFormError).problems;
  }
  throw new Error('expected problems');
};

describe('values', () => {
  test.each<[string, unknown, unknown]>([
    ['Rent', 1250.5, 1250.5],
    ['Rent', ' 1250.50 ', 1250.5],
    ['Rent', 0, 0],
    ['Start', '2026-12-24', '12/24/2026'],
    ['Start', '12/24/2026', '12/24/2026'],
    ['Start', '2026-12-24T23:00:00-08:00', '12/24/2026'],
    ['Colour', 'Blue', 'Blue'],
    ['Colour', ['Red'], 'Red'],
    ['Extras', ['Parking', 'Pets, small'], ['Parking', 'Pets, small']],
    ['Extras', '["Parking","Pets, small"]', ['Parking', 'Pets, small']],
    ['Extras', 'Parking\nPets, small', ['Parking', 'Pets, small']],
    ['Extras', 'Parking, Pets, small', ['Parking', 'Pets, small']],
    ['Extras', 'Garden, front, south,Pets ,Parking', ['Garden, front, south', 'Pets', 'Parking']],
    ['Extras', 'Pets, small', ['Pets, small']],
    ['Extras', 'Pets,Pets', ['Pets']],
    ['Furnished', false, false],
    ['Furnished', 'Yes', true],
    ['Notes', 42, '42'],
    ['Notes', ' two\nlines ', ' two\nlines '],
  ])('%s: %j', (key, value, expected) => {
    expect(built({ [key]: value })).toEqual({ [key]: expected });
  });

  test.each(['', '  ', null, undefined, [], [''], ['', null]])('%j is left out', (empty) => {
    expect(
      built({ Rent: empty, Start: empty, Colour: empty, Extras: empty, Furnished: empty, Gone: empty }),
    ).toBeUndefined();
  });

  test('a Date is the day it has in the time zone given', () => {
    const date = new Date('2026-12-24T23:30:00Z');
    expect(built({ Start: date }, { timeZone: 'Europe/Berlin' })).toEqual({ Start: '12/25/2026' });
    expect(built({ Start: date }, { timeZone: 'America/New_York' })).toEqual({ Start: '12/24/2026' });
  });

  test('where a schema limits a date to one form, that form is sent', () => {
    const [start] = form().fields.filter(({ key }) => key === 'Start') as [InputField];
    const strict = form({ fields: [{ ...start, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }] });
    expect(buildSendRequest(strict, { recipients: client, fields: { Start: '12/24/2026' } }).fields).toEqual({
      Start: '2026-12-24',
    });
  });

  test('choices of a schema are meant by value or title, and sent by value', () => {
    const titled = sendForm(template({ fields: [field('Term')] }), {
      properties: {
        fields: {
          properties: {
            Term: {
              oneOf: [
                { const: 12, title: 'One year' },
                { const: 24, title: 'Two years' },
              ],
            },
          },
        },
      },
    });
    for (const value of ['Two years', 24, '24']) {
      expect(buildSendRequest(titled, { recipients: client, fields: { Term: value } }).fields).toEqual({
        Term: 24,
      });
    }
  });

  test('a field named __proto__ is sent', () => {
    const odd = form({}, [field('__proto__')]);
    const request = buildSendRequest(odd, { recipients: client, fields: JSON.parse('{"__proto__":"x"}') });
    expect(JSON.stringify(request.fields)).toBe('{"__proto__":"x"}');
  });
});

describe('recipients', () => {
  test.each<[string, unknown]>([
    ['an object keyed by role', { Client: { email: ' c@example.com ', name: 'Cy' } }],
    ['a list', [{ role: 'Client', email: 'c@example.com', name: 'Cy' }]],
    [
      'with a row that nobody filled in',
      [
        { role: '', email: '', name: '' },
        { role: 'Client', email: 'c@example.com', name: 'Cy' },
      ],
    ],
    ['with an address in a list', { Client: { email: ['c@example.com'], name: 'Cy' } }],
    [
      'with empty entries',
      { Client: { email: 'c@example.com', name: 'Cy' }, Owner: { email: '', name: '' }, Gone: null },
    ],
  ])('%s', (_, recipients) => {
    const expected = { role: 'Client', email: 'c@example.com', name: 'Cy' };
    expect(buildSendRequest(form(), { recipients }).recipients).toEqual([expected]);
    expect(buildSendRequest(form({ recipientsAs: 'object' }), { recipients }).recipients).toEqual({
      Client: { email: 'c@example.com', name: 'Cy' },
    });
  });

  test('a role that the template names can be given someone else', () => {
    const { recipients } = buildSendRequest(form(), {
      recipients: { ...client, Owner: { email: 'o@example.com' } },
    });
    expect(recipients).toEqual([
      { role: 'Client', email: 'c@example.com' },
      { role: 'Owner', email: 'o@example.com' },
    ]);
  });

  test.each<[unknown, RegExp]>([
    [undefined, /role “Client” has no recipient/],
    [{ Client: { email: '' } }, /role “Client” has no recipient/],
    [{ Client: { email: 'nobody' } }, /“nobody” is not an e-mail address: .* role “Client”/],
    [{ ...client, Lawyer: { email: 'l@example.com' } }, /no role “Lawyer”: use “Client” or “Owner”/],
    [{ ...client, Owner: { name: 'Bob' } }, /role “Owner” has a name \(Bob\) but no e-mail/],
    [[client.Client], /has no role/],
    [{ ...client, Owner: { email: { a: 1 } } }, /e-mail address for the role “Owner” must be one text, not/],
    [
      { ...client, Owner: { email: true } },
      /e-mail address for the role “Owner” must be one text, not “true”/,
    ],
    [{ Client: { email: ['a@b.c', 'd@e.f'] } }, /e-mail address for the role “Client” must be one text/],
    [
      [
        { role: 'Client', email: 'a@b.c' },
        { role: 'Client', email: 'a@b.c' },
      ],
      /given twice/,
    ],
    ['c@example.com', /must be a list/],
  ])('%j: one clear sentence', (recipients, message) => {
    const problems = problemsOf(() => buildSendRequest(form(), { recipients }));
    expect(problems.some((problem) => message.test(problem))).toBe(true);
    // A list whose entries name no role leaves the role itself without a recipient, too.
    if (!/has no role|given twice|must be a list/.test(String(message))) expect(problems).toHaveLength(1);
  });
});

describe('problems', () => {
  test.each<[unknown, string]>([
    [
      { Rent: '1,5' },
      '“1,5” is not a number for the field “Rent”: give digits, with a point before decimals, such as 1250.50.',
    ],
    [
      { Start: '24.12.2026' },
      '“24.12.2026” is not a date for the field “Start”: write it as MM/dd/yyyy or yyyy-MM-dd, such as 12/24/2026 or 2026-12-24.',
    ],
    [{ Colour: 'Green' }, '“Green” is not a choice of the field “Colour”: choose from “Red”, “Blue”.'],
    [
      { Extras: 'Parking, Pool' },
      '“Pool” is not a choice of the field “Extras”: choose from “Parking”, “Pets, small”, “Pets”, “Garden, front, south”.',
    ],
    [{ Furnished: 'maybe' }, '“maybe” is neither yes nor no for the field “Furnished”: give true or false.'],
    [{ Notes: { a: 1 } }, 'The field “Notes” takes text, not a list or an object: give one value.'],
    [{ Rant: 1 }, 'The template “Lease” has no field “Rant” to fill when sending: use one of'],
  ])('%j', (fields, message) => {
    const [problem] = problemsOf(() => built(fields));
    expect(problem).toContain(message.replace('use one of', 'use '));
  });

  test('all are told, not the first', () => {
    const problems = problemsOf(() =>
      buildSendRequest(form({}, [field('Must', { required: true }), ...standardFields]), {
        recipients: {},
        name: 'x'.repeat(251),
        note: 'x'.repeat(201),
        reference: 'x'.repeat(101),
        fields: { Rent: 'a', Start: 'b', Colour: 'c', Gone: 'd' },
        expiresInDays: 366,
        sendInOrder: 'perhaps',
      }),
    );
    expect(problems).toHaveLength(11);
    expect(problems.join('\n')).toContain('“Must” has no value');
  });

  test('a saved plain name that several fields have now names their keys', () => {
    const colliding = form({}, [field('Date', { role: 'Client' }), field('Date', { role: 'Owner' })]);
    expect(
      problemsOf(() => buildSendRequest(colliding, { recipients: client, fields: { Date: 'x' } })),
    ).toEqual([
      '“Date” stands for 2 fields of the template “Lease”: use “Client::Date” or “Owner::Date” instead.',
    ]);
  });

  test('the long form is accepted for every field of a role, the plain one where it is clear', () => {
    const plain = form({}, [field('City', { role: 'Client' })]);
    for (const key of ['City', 'Client::City']) {
      expect(buildSendRequest(plain, { recipients: client, fields: { [key]: 'x' } }).fields).toEqual({
        City: 'x',
      });
    }
    expect(
      problemsOf(() =>
        buildSendRequest(plain, { recipients: client, fields: { City: 'x', 'Client::City': 'y' } }),
      ),
    ).toEqual(['The field “City” is given twice: give it one value.']);
  });

  test('limits count characters, not code units', () => {
    expect(buildSendRequest(form(), { recipients: client, name: '😀'.repeat(250) }).name).toHaveLength(500);
  });
});

test('options are passed on as the API takes them', () => {
  expect(
    buildSendRequest(form(), {
      recipients: client,
      name: 'N',
      note: '',
      reference: 'R',
      sendInOrder: 'false',
      expiresInDays: '14',
      sendEmails: false,
    }),
  ).toEqual({
    recipients: [{ role: 'Client', email: 'c@example.com' }],
    name: 'N',
    reference: 'R',
    sendInOrder: false,
    expiresInDays: 14,
    sendEmails: false,
  });
});

describe('labels of a user’s own form', () => {
  const labels = {
    name: 'Document Name',
    note: 'Note',
    reference: 'Reference',
    sendInOrder: 'Send in Order',
    expiresInDays: 'Expires in Days',
    sendEmails: 'Send Emails',
  };
  const twice = form({}, [field('Date'), field('Date', { role: 'Client' })]);
  const values = {
    recipients: client,
    name: 'x'.repeat(251),
    note: ['a', 'b'],
    reference: 'x'.repeat(101),
    fields: { Gone: 1 },
    sendInOrder: 'maybe',
    expiresInDays: 0,
    sendEmails: 'f',
  };

  test('name its inputs, and its fields to choose from', () => {
    expect(problemsOf(() => buildSendRequest(twice, values, { labels }))).toEqual([
      '“Document Name” has 251 characters and may have 250: shorten it.',
      '“Note” must be text: give it as one value, not as a list or an object.',
      '“Reference” has 101 characters and may have 100: shorten it.',
      expect.stringMatching(
        /has no field “Gone” .* use “Date( \(.*\))?” or “Date \(Client\)”, or remove it\.$/,
      ),
      '“Send in Order” must be yes or no, not “maybe”.',
      '“Expires in Days” must be a whole number from 1 to 365, not “0”.',
      '“Send Emails” must be yes or no, not “f”.',
    ]);
  });

  test('without them, plain words and keys do', () => {
    expect(problemsOf(() => buildSendRequest(twice, values))).toEqual([
      'The document name has 251 characters and may have 250: shorten it.',
      'The note must be text: give it as one value, not as a list or an object.',
      'The reference has 101 characters and may have 100: shorten it.',
      expect.stringContaining('use “Date” or “Client::Date”, or remove it.'),
      '“Send in order” must be yes or no, not “maybe”.',
      'The days until the document expires must be a whole number from 1 to 365, not “0”.',
      '“Send e-mails” must be yes or no, not “f”.',
    ]);
  });
});
