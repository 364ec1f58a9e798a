import type { SendForm } from '@document-signing/shared';
import {
  columnId,
  fieldColumns,
  recipientColumns,
  recipientsOf,
  valuesOf,
} from '../../../nodes/DocumentSigning/columns.ts';

const field = (key: string, more: Partial<SendForm['fields'][number]> = {}): SendForm['fields'][number] => ({
  key,
  name: key,
  role: null,
  label: key,
  description: '',
  kind: 'text',
  choices: [],
  format: null,
  required: false,
  default: null,
  sendAs: 'string',
  pattern: null,
  maxLength: null,
  ...more,
});

const form: SendForm = {
  templateId: 'tpl',
  templateName: 'Template',
  defaults: { name: '', note: '', sendInOrder: null, expiresInDays: null },
  roles: [
    {
      role: 'a"] b',
      order: 1,
      type: 'signer',
      inPerson: true,
      required: true,
      assigned: null,
      description: '',
    },
    {
      role: 'B',
      order: 2,
      type: 'approver',
      inPerson: false,
      required: false,
      assigned: { name: '', email: 'b@example.com' },
      description: '',
    },
  ],
  fields: [
    field('__proto__'),
    field('x"]"]', { kind: 'choices', choices: [{ value: 1, label: 'One' }], default: [1, true] }),
    field('n', { kind: 'number', required: true }),
    field('m', { kind: 'number' }),
    field('s', { kind: 'boolean', default: true }),
    field('o', { kind: 'choice', choices: [{ value: false, label: 'No' }] }),
  ],
  recipientsAs: 'list',
};

describe('columnId', () => {
  it('never holds what ends it in the editor, nor a name that an object has', () => {
    expect(columnId('a"]b"]')).toBe('a%22%5Db%22%5D');
    expect(columnId('__proto__')).toBe('%5f_proto__');
    expect(columnId('constructor')).toBe('%63onstructor');
    expect(columnId('plain [x] "y"')).toBe('plain [x] "y"');
  });
});

describe('columns', () => {
  it('say what the template does with an empty input', () => {
    expect(recipientColumns(form).map(({ displayName }) => displayName)).toEqual([
      'a"] b – Email (in person)',
      'a"] b – Name',
      'B – Email (b@example.com; approver)',
      'B – Name (b@example.com)',
    ]);
    const [, choices, , , toggle] = fieldColumns(form);
    expect(choices!.displayName).toBe('x"]"] (default 1, yes; any of: One)');
    expect(toggle).toMatchObject({ displayName: 's (default yes)', defaultValue: true });
  });

  it('are all settled: shown or removed, never read-only', () => {
    expect(fieldColumns(form).map(({ removed, readOnly }) => [removed, readOnly])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, false],
      [true, false],
      [false, false],
    ]);
  });
});

describe('the way back', () => {
  it('gives each value the key of its field; unknown ones keep their names, removed ones are left out', () => {
    const values = valuesOf(form, {
      value: { '%5f_proto__': 'p', 'x%22%5D%22%5D': 'One', old: 'gone', s: false },
      schema: [{ id: 's', removed: true }],
    });
    expect(Object.entries(values)).toEqual([
      ['__proto__', 'p'],
      ['x"]"]', 'One'],
      ['old', 'gone'],
    ]);
  });

  it('puts e-mail and name of a role together', () => {
    expect(
      recipientsOf(form, {
        value: {
          'name:a%22%5D b': 'Ann',
          'email:a%22%5D b': 'a@example.com',
          'email:Gone': 'g@example.com',
          odd: 'o',
        },
      }),
    ).toEqual([
      { role: 'a"] b', name: 'Ann', email: 'a@example.com' },
      { role: 'Gone', email: 'g@example.com' },
      { role: 'odd', email: 'o' },
    ]);
  });

  it('takes nothing where there is nothing', () => {
    for (const parameter of [null, undefined, {}, { value: null }]) {
      expect(valuesOf(form, parameter)).toEqual({});
      expect(recipientsOf(form, parameter)).toEqual([]);
    }
  });
});
