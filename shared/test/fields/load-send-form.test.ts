import { sendForm, type JsonSchema } from '../../src/index.ts';
import { field, role, schemaWith, template } from './template.ts';

const properties = (named: Record<string, JsonSchema>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: named,
  additionalProperties: false,
  ...more,
});

const one = (schema: JsonSchema, detail = field('A')) => {
  const form = sendForm(template({ fields: [detail] }), schemaWith(properties({ A: schema })));
  return form.fields[0]!;
};

describe('kinds', () => {
  test.each<[string, JsonSchema, Parameters<typeof field>[1], object]>([
    ['text', { type: 'string' }, {}, { kind: 'text', sendAs: 'string' }],
    ['number', { type: 'number' }, { type: 'number' }, { kind: 'number', sendAs: 'number' }],
    ['integer', { type: ['integer', 'null'] }, { type: 'number' }, { kind: 'number', sendAs: 'integer' }],
    ['number as text', { type: 'string' }, { type: 'number' }, { kind: 'number', sendAs: 'string' }],
    [
      'number or text',
      { type: ['number', 'string'] },
      { type: 'number' },
      { kind: 'number', sendAs: 'number' },
    ],
    ['boolean', { type: 'boolean' }, { type: 'checkbox' }, { kind: 'boolean', sendAs: 'boolean' }],
    ['date by schema', { type: 'string', format: 'date' }, {}, { kind: 'date', format: null }],
    [
      'date by detail',
      { type: 'string' },
      { type: 'date', format: 'dd.MM.yyyy' },
      { kind: 'date', format: 'dd.MM.yyyy' },
    ],
    [
      'date by anyOf',
      {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', pattern: '^..$' },
        ],
      },
      { type: 'date', format: 'MM/dd/yyyy' },
      { kind: 'date', pattern: null },
    ],
    ['an unknown type', { type: 'string' }, { type: 'hologram' }, { kind: 'text' }],
    ['an unknown type with options', {}, { type: 'hologram', options: ['x', 'y'] }, { kind: 'choice' }],
    ['a schema that says nothing: checkbox', true, { type: 'checkbox', options: ['x'] }, { kind: 'choices' }],
    ['a schema that says nothing: lone checkbox', true, { type: 'checkbox' }, { kind: 'boolean' }],
  ])('%s', (_, schema, detail, expected) => {
    expect(one(schema, field('A', detail))).toMatchObject(expected);
  });

  const blue = { value: 'blue', label: 'Deep blue' };
  const red = { value: 'red', label: 'Red' };
  test.each<[string, JsonSchema]>([
    [
      'oneOf const',
      {
        oneOf: [
          { const: 'blue', title: 'Deep blue' },
          { const: 'red', title: 'Red' },
        ],
      },
    ],
    [
      'anyOf const with null',
      { anyOf: [{ const: 'blue', title: 'Deep blue' }, { const: 'red', title: 'Red' }, { type: 'null' }] },
    ],
    ['$ref in $defs', { $ref: '#/$defs/colour~1shade', type: 'string' }],
    [
      'anyOf of an enum and nothing',
      { anyOf: [{ $ref: '#/$defs/colour~1shade' }, { const: '' }, { type: 'null' }] },
    ],
    ['allOf', { allOf: [{ $ref: '#colours' }, { title: 'Colour' }] }],
  ])('choices by %s', (_, schema) => {
    const form = sendForm(
      template({ fields: [field('A', { type: 'dropdown' })] }),
      schemaWith(properties({ A: schema }), {
        $defs: {
          'colour/shade': {
            $anchor: 'colours',
            oneOf: [
              { const: 'blue', title: 'Deep blue' },
              { const: 'red', title: 'Red' },
            ],
          },
        },
      }),
    );
    expect(form.fields[0]).toMatchObject({ kind: 'choice', choices: [blue, red] });
  });

  test.each<[string, JsonSchema, string | null]>([
    ['format alone', { type: 'string', format: 'date' }, '^\\d{4}-\\d{2}-\\d{2}$'],
    [
      'format or nothing',
      { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      '^\\d{4}-\\d{2}-\\d{2}$',
    ],
    ['either form', { anyOf: [{ format: 'date' }, { pattern: '^..$' }] }, null],
  ])('a date that the schema knows by %s', (_, schema, pattern) => {
    expect(one(schema, field('A', { type: 'date', format: 'MM/dd/yyyy' }))).toMatchObject({
      kind: 'date',
      pattern,
    });
  });

  test('checkbox lists by items', () => {
    expect(one({ type: 'array', items: { enum: ['a, b', 'c'] }, uniqueItems: true })).toMatchObject({
      kind: 'choices',
      sendAs: 'list',
      choices: [
        { value: 'a, b', label: 'a, b' },
        { value: 'c', label: 'c' },
      ],
    });
  });

  test('a type list with an array takes its items', () => {
    expect(
      one(
        { type: ['array', 'string', 'null'], items: { $ref: '#/$defs/x' } },
        field('A', { type: 'checkbox', options: ['q'] }),
      ),
    ).toMatchObject({ kind: 'choices', choices: [{ value: 'q', label: 'q' }] });
  });
});

describe('fields', () => {
  test('the schema says what may be sent, the detail adds format, options and default', () => {
    const form = sendForm(
      template({
        fields: [
          field('Start', { type: 'date', format: 'MM/dd/yyyy', default: '01/31/2026' }),
          field('Only in detail'),
          field('Signature', { role: 'Client', type: 'signature', fillable: false }),
        ],
      }),
      schemaWith(
        properties({
          'Only in schema': { type: 'string', default: 'x', description: 'What it is' },
          Start: { type: 'string' },
        }),
      ),
    );
    expect(form.fields.map(({ key }) => key)).toEqual(['Start', 'Only in schema']);
    expect(form.fields[0]).toMatchObject({ format: 'MM/dd/yyyy', default: '01/31/2026', kind: 'date' });
    expect(form.fields[1]).toMatchObject({ default: 'x', description: 'What it is' });
  });

  test('collisions stay apart and are labelled with their role', () => {
    const form = sendForm(
      template({
        roles: [role('Tenant', { order: 2 }), role('Owner', { order: 1 })],
        fields: [
          field('Date', { role: 'Tenant' }),
          field('Date', { role: 'Owner' }),
          field('Date'),
          field('City', { role: 'Owner' }),
        ],
      }),
      schemaWith(properties({ Date: {}, 'Tenant::Date': {}, 'Owner::Date': { title: 'Date' }, City: {} })),
    );
    expect(form.fields.map(({ key, label, role: of }) => [key, label, of])).toEqual([
      ['Date', 'Date', null],
      ['Owner::Date', 'Date (Owner)', 'Owner'],
      ['City', 'City', 'Owner'],
      ['Tenant::Date', 'Date (Tenant)', 'Tenant'],
    ]);
  });

  test.each<JsonSchema>([{}, true, { type: 'object' }])(
    'an empty schema (%j) leaves what the detail has',
    (schema) => {
      const form = sendForm(
        template({
          fields: [
            field('Rent', { type: 'number', required: true }),
            field('D', { role: 'Client' }),
            field('D', { role: 'B' }),
          ],
        }),
        schema,
      );
      expect(form.roles).toMatchObject([{ role: 'Client', required: true }]);
      expect(form.fields.map(({ key }) => key).sort()).toEqual(['B::D', 'Client::D', 'Rent']);
      expect(form.fields[0]).toMatchObject({ key: 'Rent', kind: 'number', required: true });
      expect(form.recipientsAs).toBe('list');
    },
  );

  test.each<JsonSchema>([
    schemaWith({ type: 'object', properties: {}, additionalProperties: false }),
    schemaWith(false),
    { type: 'object', properties: { recipients: {} } },
  ])('a template without fields has none', (schema) => {
    expect(sendForm(template({ fields: [field('A')] }), schema).fields).toEqual([]);
  });

  test('required is what is filled before sending and has no value yet', () => {
    const form = sendForm(
      template({
        fields: [
          field('a', { required: true }),
          field('b', { required: true, default: 'x' }),
          field('c', { role: 'Client', required: true }),
          field('d'),
          field('e', { role: 'Client' }),
        ],
      }),
      schemaWith(properties({ a: {}, b: {}, c: {}, d: {}, e: {} }, { required: ['b', 'e'] })),
    );
    expect(form.fields.filter(({ required }) => required).map(({ key }) => key)).toEqual(['a', 'e']);
  });

  test('a field that may not be given is none, and a schema that refers to itself ends', () => {
    const form = sendForm(
      template({ fields: [field('a'), field('b')] }),
      schemaWith(properties({ a: false, b: { $ref: '#/$defs/loop' } }), {
        $defs: { loop: { anyOf: [{ $ref: '#/$defs/loop' }, { items: { $ref: '#/$defs/loop' } }] } },
      }),
    );
    expect(form.fields.map(({ key }) => key)).toEqual(['b']);
  });

  test('names that are special in JavaScript are names like any other', () => {
    const names = ['__proto__', 'constructor', 'toString', 'a::b', ''];
    const schema = JSON.parse(
      '{"type":"object","properties":{"fields":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string"},"a::b":{"type":"string"}}}}}',
    ) as JsonSchema;
    const form = sendForm(template({ fields: names.map((name) => field(name)) }), schema);
    expect(form.fields.map(({ key }) => key)).toEqual(['__proto__', 'constructor', 'toString', 'a::b']);
  });

  test('1,000 fields', () => {
    const fields = Array.from({ length: 1000 }, (_, index) => field(`f${index}`));
    const form = sendForm(
      template({ fields }),
      schemaWith(properties(Object.fromEntries(fields.map(({ name }) => [name, { type: 'string' }])))),
    );
    expect(form.fields).toHaveLength(1000);
    expect(form.fields[999]!.key).toBe('f999');
  });
});

describe('roles', () => {
  const roles = [
    role('Owner', { order: 2, assigned: { name: 'Ann', email: 'ann@example.com' } }),
    role('Client', { order: 1 }),
  ];
  const person = {
    type: 'object',
    properties: { email: { type: 'string', format: 'email' }, name: { type: 'string' } },
    required: ['email'],
  };

  test('an object keyed by role', () => {
    const form = sendForm(template({ roles }), {
      properties: {
        recipients: {
          type: 'object',
          properties: { Client: person, Owner: { ...person, description: 'Usually Ann' } },
          required: ['Client'],
        },
      },
    });
    expect(form.recipientsAs).toBe('object');
    expect(form.roles).toEqual([
      expect.objectContaining({ role: 'Client', required: true, assigned: null }),
      expect.objectContaining({
        role: 'Owner',
        required: false,
        assigned: { name: 'Ann', email: 'ann@example.com' },
        description: 'Usually Ann',
      }),
    ]);
  });

  test.each<[string, JsonSchema]>([
    ['items with an enum', { type: 'array', items: { properties: { role: { enum: ['Client', 'Owner'] } } } }],
    [
      'items with one alternative a role',
      {
        type: 'array',
        items: {
          oneOf: [
            { properties: { role: { const: 'Client' } } },
            { properties: { role: { const: 'Owner' } } },
          ],
        },
      },
    ],
    [
      'prefixItems',
      {
        type: 'array',
        prefixItems: [
          { properties: { role: { const: 'Client' } } },
          { properties: { role: { const: 'Owner' } } },
        ],
      },
    ],
    ['items without roles', { type: 'array', items: { type: 'object' } }],
    [
      'both forms',
      {
        anyOf: [
          { type: 'array', items: { type: 'object' } },
          { type: 'object', properties: { Client: person, Owner: person } },
        ],
      },
    ],
    ['nothing', true],
  ])('a list: %s', (_, recipients) => {
    const form = sendForm(template({ roles }), { properties: { recipients } });
    expect(form.recipientsAs).toBe('list');
    expect(form.roles.map(({ role: name }) => name)).toEqual(['Client', 'Owner']);
    expect(form.roles[0]!.required).toBe(true);
  });

  test('an object whose roles the schema does not name', () => {
    const form = sendForm(template({ roles }), {
      properties: { recipients: { type: 'object', additionalProperties: person } },
    });
    expect(form.recipientsAs).toBe('object');
    expect(form.roles.map(({ role: name }) => name)).toEqual(['Client', 'Owner']);
  });

  test('an open role that the schema leaves out is still asked for', () => {
    const form = sendForm(template({ roles }), {
      properties: { recipients: { type: 'object', properties: { Owner: person } } },
    });
    expect(form.roles.map(({ role: name, required }) => [name, required])).toEqual([
      ['Client', true],
      ['Owner', false],
    ]);
  });
});
