import { sendForm, type InputField, type SendForm } from '@document-signing/shared';
import PlainInputFieldSchema from 'zapier-platform-schema/lib/schemas/PlainInputFieldSchema';
import { INPUT_GROUPS, inputFields, sendValues } from '../src/fields.ts';

/** A form with the given fields, and one open role unless the test says otherwise. */
function formOf(fields: Partial<InputField>[], roles: Partial<SendForm['roles'][number]>[] = [{}]): SendForm {
  return {
    templateId: 'tpl_1',
    templateName: 'Lease',
    defaults: { name: 'Lease', note: '', sendInOrder: true, expiresInDays: 30 },
    recipientsAs: 'list',
    roles: roles.map((role) => ({
      role: 'Tenant',
      order: 1,
      type: 'signer',
      inPerson: false,
      required: true,
      assigned: null,
      description: '',
      ...role,
    })),
    fields: fields.map((field) => ({
      key: field.name ?? 'Rent',
      name: 'Rent',
      role: null,
      label: field.name ?? 'Rent',
      description: '',
      kind: 'text',
      choices: [],
      format: null,
      required: false,
      default: null,
      sendAs: 'string',
      pattern: null,
      maxLength: null,
      ...field,
    })),
  };
}

function only(field: Partial<InputField>) {
  const [, , input] = inputFields(formOf([field]));
  return input!;
}

const choices = [
  { value: 'a', label: 'A' },
  { value: 'b', label: '' },
];

describe('a template’s form as Zapier’s inputs', () => {
  test.each<[string, Partial<InputField>, object]>([
    ['text', { kind: 'text' }, { type: 'text' }],
    ['a number', { kind: 'number', sendAs: 'number' }, { type: 'number' }],
    ['a whole number', { kind: 'number', sendAs: 'integer' }, { type: 'integer' }],
    ['yes or no', { kind: 'boolean', sendAs: 'boolean' }, { type: 'boolean' }],
    ['a date', { kind: 'date', format: 'MM/dd/yyyy' }, { type: 'datetime' }],
    [
      'one of several',
      { kind: 'choice', choices },
      {
        type: 'string',
        choices: [
          { value: 'a', sample: 'a', label: 'A' },
          { value: 'b', sample: 'b', label: 'b' },
        ],
      },
    ],
    ['some of several', { kind: 'choices', sendAs: 'list', choices }, { type: 'string', list: true }],
    ['a free list', { kind: 'text', sendAs: 'list' }, { type: 'string', list: true }],
    ['a choice without choices', { kind: 'choice', choices: [] }, { type: 'string' }],
  ])('%s', (_, field, expected) => {
    expect(only(field)).toMatchObject(expected);
    expect(only({ kind: 'choice', choices: [] })).not.toHaveProperty('choices');
  });

  test.each<[string, Partial<InputField>, string | undefined]>([
    ['text', { default: 'Berlin' }, 'Berlin'],
    ['number', { kind: 'number', default: 950 }, '950'],
    ['zero', { kind: 'number', default: 0 }, '0'],
    ['boolean', { kind: 'boolean', default: false }, 'false'],
    ['choice', { kind: 'choice', choices, default: 'a' }, 'a'],
    [
      'date in the field’s own format',
      { kind: 'date', format: 'dd.MM.yyyy', default: '03.04.2026' },
      '2026-04-03',
    ],
    ['ISO date', { kind: 'date', format: 'MM/dd/yyyy', default: '2026-04-03' }, '2026-04-03'],
    ['unreadable date', { kind: 'date', format: 'dd.MM.yyyy', default: 'soon' }, undefined],
    ['list', { kind: 'choices', sendAs: 'list', choices, default: ['a'] }, undefined],
    ['text that looks like a mapped value', { default: '{{name}}' }, undefined],
    ['blank', { default: ' ' }, undefined],
    ['none', { default: null }, undefined],
  ])('the default of a %s', (_, field, expected) => expect(only(field).default).toBe(expected));

  test('a value that the editor does not show is in the help', () => {
    expect(only({ kind: 'choices', sendAs: 'list', choices, default: ['a', 'b'] }).helpText).toContain(
      'keep a, b.',
    );
    expect(only({ default: 'Berlin' }).helpText).not.toContain('keep');
  });

  test('help says who fills the field, and how a date is written; Markdown of the template’s is text', () => {
    expect(only({ role: null }).helpText).toBe('Drawn into the document before it is sent.');
    expect(only({ role: '*Tenant*' }).helpText).toBe(
      'Starts with this value; \\*Tenant\\* can change it while signing.',
    );
    expect(only({ kind: 'date', format: 'dd.MM.yyyy' }).helpText).toContain('dd.MM.yyyy');
    expect(only({ description: 'Drawn into the document before it is sent.' }).helpText).toBe(
      'Drawn into the document before it is sent.',
    );
    expect(only({ description: '🖋*'.repeat(3000) }).helpText!.length).toBeLessThanOrEqual(1000);
    expect(only({ description: 'x'.repeat(3000) }).helpText!.length).toBeLessThanOrEqual(1000);
  });

  test('open roles come first, then what must be filled, then the rest; a role has its own group', () => {
    const inputs = inputFields(
      formOf(
        [{ name: 'Note' }, { name: 'Rent', required: true }],
        [
          { role: 'Landlord', required: false, assigned: { name: 'Lena', email: 'lena@example.com' } },
          { role: 'Tenant', type: 'approver' },
        ],
      ),
    );
    expect(inputs.map(({ label, required, group }) => [label, required ?? false, group])).toEqual([
      ['Tenant Email', true, 'recipient_2'],
      ['Tenant Name', false, 'recipient_2'],
      ['Landlord Email', false, 'recipient_1'],
      ['Landlord Name', false, 'recipient_1'],
      ['Rent', true, 'fields'],
      ['Note', false, 'fields'],
    ]);
    expect(inputs[0]?.helpText).toBe('Approves the document.');
    expect(inputs[2]?.helpText).toBe('Leave empty to send to Lena, whom the template names.');
  });

  test('groups are declared for any number of roles', () => {
    const roles = Array.from({ length: 30 }, (_, index) => ({ role: `Signer ${index}` }));
    const declared = new Set(INPUT_GROUPS.map(({ key }) => key));
    for (const { group } of inputFields(formOf([{}], roles))) expect(declared).toContain(group);
  });

  test('every input, of a template with every type, is one that Zapier takes', () => {
    const form = sendForm(
      {
        id: 't',
        name: 'All',
        note: '',
        sendInOrder: false,
        expiresInDays: 1,
        createdAt: '',
        updatedAt: '',
        roles: [{ role: 'A', order: 1, type: 'signer', inPerson: true, assigned: null }],
        fields: ['text', 'number', 'date', 'checkbox', 'dropdown', 'radio', 'hologram'].flatMap((type) =>
          [null, 'A'].map((role) => ({
            role,
            name: `${type} of ${role ?? 'all'}`,
            type,
            required: true,
            fillable: true,
            options: ['checkbox', 'dropdown', 'radio'].includes(type) ? ['one', 'two'] : [],
            format: type === 'date' ? 'dd.MM.yyyy' : '',
            default: null,
          })),
        ),
      },
      true,
    );
    const inputs = inputFields(form);
    expect(inputs).toHaveLength(2 + 14);
    for (const input of inputs) {
      const { errors } = PlainInputFieldSchema.validate(input);
      expect(errors).toEqual([]);
    }
  });
});

describe('a Zap’s values for the form', () => {
  test('are found by their keys alone', () => {
    expect(
      sendValues({
        template_id: 'tpl_1',
        name: 'Lease 7',
        send_emails: false,
        e_Tenant: 'tom@example.com',
        n_Tenant: 'Tom',
        x_Land_lord: 'not a key of ours',
        'f_a b': 'no key at all',
        f_Zzz: 'nor this',
        n_Z: 'nor this',
        f_MonthlyZ20rent: '950',
        f_Empty: '',
      }),
    ).toEqual({
      recipients: [
        { role: 'Tenant', email: 'tom@example.com', name: 'Tom' },
        { role: 'n_Z', name: 'nor this' },
      ],
      fields: { 'Monthly rent': '950', Empty: '', 'f_a b': 'no key at all', f_Zzz: 'nor this' },
      name: 'Lease 7',
      note: undefined,
      reference: undefined,
      sendInOrder: undefined,
      expiresInDays: undefined,
      sendEmails: false,
    });
  });
});
