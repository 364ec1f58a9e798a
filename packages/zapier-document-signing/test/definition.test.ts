import * as core from 'zapier-platform-core';
import packageJson from '../package.json' with { type: 'json' };
import app from '../src/index.ts';

/**
 * What Zapier's validation on a developer's machine does not notice, and its publishing checks that can be seen in the
 * definition; each test names the check (https://docs.zapier.com/integrations/publish/integration-checks-reference).
 */

interface Input {
  key: string;
  label?: string;
  type?: string;
  helpText?: string;
  default?: string;
  list?: boolean;
  required?: boolean;
  dynamic?: string;
  search?: string;
  group?: string;
  choices?: { value: string; sample: string; label: string }[];
}

interface Step {
  kind: 'triggers' | 'creates' | 'searches';
  key: string;
  noun: string;
  display: { label: string; description: string; hidden?: boolean };
  operation: {
    type?: string;
    inputFields?: (Input | ((...args: never) => unknown))[];
    inputFieldGroups?: { key: string; label?: string }[];
    outputFields: { key: string; label?: string; type?: string; list?: boolean; primary?: boolean }[];
    sample: Record<string, unknown>;
    perform?: unknown;
    performList?: unknown;
    performSubscribe?: unknown;
    performUnsubscribe?: unknown;
  };
}

const steps = (['triggers', 'creates', 'searches'] as const).flatMap((kind) =>
  Object.entries(app[kind] as unknown as Record<string, Omit<Step, 'kind'>>).map(
    ([key, step]): [string, Step] => {
      expect(step.key).toBe(key);
      return [`${kind}.${key}`, { ...step, kind }];
    },
  ),
);
const visible = steps.filter(([, { display }]) => !display.hidden);
const hooks = steps.filter(([, { operation }]) => operation.type === 'hook');
const inputs = steps.flatMap(([path, { operation }]) =>
  (operation.inputFields ?? []).flatMap((input) =>
    typeof input === 'function' ? [] : [[`${path}.${input.key}`, input] as const],
  ),
);
const authFields = app.authentication!.fields!;

const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'by',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

function isTitleCase(label: string): boolean {
  return label
    .split(' ')
    .every((word, index) => (index > 0 && SMALL_WORDS.has(word)) || /^[A-Z0-9]/.test(word));
}

/** The keys of a sample as output fields name them. */
function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => (typeof item === 'object' ? keysOf(item, `${at}[]`) : [at]));
  }
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, part]) =>
    keysOf(part, at === '' ? key : at.endsWith('[]') ? at + key : `${at}__${key}`),
  );
}

function valuesOf(value: unknown, key: string): unknown[] {
  const [head = '', ...rest] = key.split(/__|(?<=\[\])/);
  const at = (value as Record<string, unknown> | null)?.[head.replace('[]', '')];
  if (rest.length === 0) return [at];
  return (Array.isArray(at) ? at : [at]).flatMap((part) => valuesOf(part, rest.join('__')));
}

test('Zapier’s own schema finds nothing', async () => {
  // Exported, but without a type.
  const { createAppHandler } = core as unknown as {
    createAppHandler: (
      definition: unknown,
    ) => (event: { command: string }) => Promise<{ results: unknown[] }>;
  };
  expect((await createAppHandler(app)({ command: 'validate' })).results).toEqual([]);
});

test('the names are the fixed ones', () => {
  expect(authFields.map(({ key }) => key)).toEqual(['base_url', 'token']);
  expect(Object.keys(app.triggers).sort()).toEqual(
    [
      'event',
      ...['sent', 'viewed', 'signed', 'approved', 'declined', 'voided', 'completed'].map(
        (kind) => `document_${kind}`,
      ),
    ]
      .concat('template_list', 'document_list')
      .sort(),
  );
  expect(Object.keys(app.creates)).toEqual([
    'send_document',
    'send_reminder',
    'void_document',
    'download_document',
    'download_certificate',
  ]);
  expect(Object.keys(app.searches)).toEqual(['find_document', 'find_template', 'get_history']);
  expect(Object.keys(app.searchOrCreates!)).toEqual(['find_document']);
  expect([...new Set(inputs.map(([, { key }]) => key))].sort()).toEqual(
    [
      'template_id',
      'document_id',
      'name',
      'note',
      'reference',
      'send_in_order',
      'expires_in_days',
      'send_emails',
    ]
      .concat('reason', 'notify', 'status', 'search', 'events')
      .sort(),
  );
});

describe('authentication', () => {
  test('the token is kept as a secret', () => {
    expect(authFields.find(({ key }) => key === 'token')).toMatchObject({ type: 'password', required: true });
  });
  test('D002 a link in the help', () => {
    expect(authFields.map(({ helpText }) => helpText).join(' ')).toMatch(/\[[^\]]+\]\(https:\/\/[^)]+\)/);
  });
  test('D003 the connection label is of the account, never the token', () => {
    const label = app.authentication!.connectionLabel as string;
    expect(label.match(/{{(\w+)}}/g)).toEqual(['{{name}}', '{{email}}']);
  });
});

describe.each(inputs)('input %s', (path, input) => {
  const [kind = '', stepKey = ''] = path.split('.');
  const step = steps.find(([name]) => name === `${kind}.${stepKey}`)![1];

  test('D001 asks for no secret', () => expect(input.key).not.toMatch(/token|secret|password|api_?key/i));
  test('D004, D005, D013, D014 an id has a dropdown and a search, both of which exist', () => {
    if (/(^|_)id$/.test(input.key)) expect([input.dynamic, input.search]).not.toContain(undefined);
    for (const [reference, where] of [
      [input.dynamic, app.triggers],
      [input.search, app.searches],
    ] as const) {
      if (reference === undefined) continue;
      const [key = '', ...outputs] = reference.split('.');
      const target = (where as unknown as Record<string, Step>)[key];
      expect(target).toBeDefined();
      for (const output of outputs) expect(target?.operation.sample).toHaveProperty(output);
    }
    if (input.search) expect(input.dynamic).toBeDefined();
  });
  test('D011 help is not the label again', () => {
    expect(input.helpText?.toLowerCase()).not.toBe(input.label?.toLowerCase());
  });
  test('D018 the label is in title case', () => expect(isTitleCase(input.label ?? '')).toBe(true));
  test('a list has no default, a choice is what Zapier takes', () => {
    if (input.list) expect(input).not.toHaveProperty('default');
    for (const choice of input.choices ?? []) {
      expect(choice).toEqual({
        value: choice.value,
        sample: choice.value,
        label: expect.stringMatching(/^[A-Z]/) as string,
      });
    }
  });
  test('its group is declared', () => {
    const groups = step.operation.inputFieldGroups?.map(({ key }) => key) ?? [];
    if (input.group || groups.length > 0) expect(groups).toContain(input.group);
  });
});

describe.each([
  ...visible,
  ...Object.entries(app.searchOrCreates!).map(([key, step]) => [key, step] as [string, never]),
])('what people read of %s', (_, { display }: Step) => {
  test('D018 label in title case', () => expect(isTitleCase(display.label)).toBe(true));
  test('a sentence with a period', () => expect(display.description).toMatch(/^[A-Z][^{}]*\.$/));
});

describe.each(visible)('%s', (_, step) => {
  test('D021 and its kin: the description begins as its kind does', () => {
    const begin = { triggers: /^Triggers when /, searches: /^Finds /, creates: /^[A-Z][a-z]+s / }[step.kind];
    expect(step.display.description).toMatch(begin);
    if (step.kind === 'triggers') expect(step.display.label).not.toMatch(/^(When|Trigger)/);
  });
});

test('D007, D008 links are https, and Markdown or code', () => {
  const texts = [
    ...steps.map(([, { display }]) => display.description),
    ...inputs.map(([, { helpText }]) => helpText ?? ''),
    ...authFields.map(({ helpText }) => helpText ?? ''),
  ];
  for (const text of texts) {
    expect(text).not.toContain('http://');
    expect(text.replace(/`[^`]*`/g, '').replace(/\[[^\]]+\]\(https:\/\/[^)\s]+\)/g, '')).not.toMatch(
      /https?:|\]\(|<a/,
    );
  }
});

describe.each(hooks)('the hook %s', (_, { operation }) => {
  test('D006, D017 subscribes, unsubscribes and lists', () => {
    const { perform, performList, performSubscribe, performUnsubscribe } = operation;
    for (const part of [perform, performList, performSubscribe, performUnsubscribe])
      expect(part).toBeInstanceOf(Function);
  });
});

test('D009, D022 searches and creates have inputs of their own', () => {
  for (const [, { kind, operation }] of steps) {
    if (kind !== 'triggers')
      expect(operation.inputFields!.some((input) => typeof input === 'object')).toBe(true);
  }
});

test('required inputs stand before optional ones', () => {
  for (const [, { operation }] of steps) {
    const order = (operation.inputFields ?? []).flatMap((input) =>
      typeof input === 'object' ? [input.required === true] : [],
    );
    expect(order).toEqual([...order].sort((a, b) => Number(b) - Number(a)));
  }
});

test('D015 search-or-create joins a search and a create that exist, under the search’s key', () => {
  for (const [key, pair] of Object.entries(app.searchOrCreates!)) {
    expect(pair.key).toBe(key);
    expect(pair.search).toBe(key);
    expect(app.searches).toHaveProperty(pair.search);
    expect(app.creates).toHaveProperty(pair.create);
  }
});

test('D016 not a static hook alone; every visible trigger is a hook', () => {
  for (const [, { kind, operation }] of visible) if (kind === 'triggers') expect(operation.type).toBe('hook');
});

describe.each(steps)('the sample of %s', (_, { operation, kind }) => {
  const { sample, outputFields } = operation;
  const outputs = new Map(outputFields.map((field) => [field.key, field]));

  test('D010, D012 is there, with a primary key', () => {
    expect(sample.id).toEqual(expect.any(String));
    expect(sample.id).not.toBe('');
    expect(outputs.get('id')?.primary).toBe(true);
    expect(kind).toBeDefined();
  });
  test('D023 has ISO 8601 times with their zone', () => {
    for (const [key, { type }] of outputs) {
      if (type !== 'datetime') continue;
      for (const value of valuesOf(sample, key)) {
        if (value !== null && value !== undefined)
          expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/);
      }
    }
  });
  test('D024 holds only keys that are declared, of the types declared', () => {
    for (const key of new Set(keysOf(sample))) {
      const field = outputs.get(key);
      const found = valuesOf(sample, key).filter((value) => value !== null && value !== undefined);
      expect({ key, declared: field !== undefined }).toEqual({ key, declared: true });
      const jsType =
        field?.type === 'boolean'
          ? 'boolean'
          : field?.type === 'integer' || field?.type === 'number'
            ? 'number'
            : 'string';
      for (const value of found.flat()) expect({ key, type: typeof value }).toEqual({ key, type: jsType });
    }
  });
  test('D018 output labels are in title case and tell fields apart', () => {
    const labels = outputFields.map(({ label }) => label ?? '');
    for (const label of labels) expect({ label, title: isTitleCase(label) }).toEqual({ label, title: true });
    expect(new Set(labels).size).toBe(labels.length);
  });
  test('files are marked', () => {
    for (const [key, { type }] of outputs)
      if (/^(pdf|certificate|file)$/.test(key)) expect(type).toBe('file');
  });
  test('holds nothing private and no placeholder', () => {
    expect(JSON.stringify(sample)).not.toMatch(/secret|token|hydrate|127\.0\.0\.1|localhost/i);
  });
});

test('D026 a base URL is checked: see the tests in the engine; D027 the newest core; D028 empty inputs are left in', () => {
  expect(packageJson.dependencies).toEqual({ 'zapier-platform-core': app.platformVersion });
  expect(app.flags?.cleanInputData).toBe(false);
  expect(app.version).toBe(packageJson.version);
});

test('what cannot be undone says so', () => {
  expect(app.creates.void_document!.display.description).toContain('cannot be undone');
  expect(app.creates.send_document!.display.description).toMatch(/cannot be unsent, only voided\./);
});
