import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { startService, type RunningService } from '../../packages/service/src/index.ts';

/** What a template's schema says may be sent is what the service takes. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON whose form is what is tested
type Json = any;

let service: RunningService;
beforeAll(async () => {
  service = await startService({
    localControls: true,
    requestsPerMinute: 1_000_000,
    sendsPer10Minutes: 1_000_000,
  });
});
afterAll(() => service.close());

async function call(path: string, token: string, body?: unknown): Promise<{ status: number; answer: Json }> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json() };
}

/** 24 December 2026, by a field's own format. */
function written(format: string): string {
  const parts: Record<string, string> = { yyyy: '2026', MMMM: 'December', MM: '12', dd: '24', d: '24' };
  return format.replace(/yyyy|MMMM|MM|dd|d/g, (part) => parts[part]!);
}

function valueOf(field: Json, property: Json, isoDates: boolean): unknown {
  if (field.type === 'date') return isoDates || field.format === '' ? '2026-12-24' : written(field.format);
  if (field.type === 'number') return 12.5;
  if (field.type === 'checkbox') return property.type === 'array' ? property.items.enum : true;
  return property.enum?.at(-1) ?? 'Some text';
}

/** The field a key of the schema stands for. */
function fieldOf(detail: Json, key: string): Json {
  return (
    detail.fields.find(
      (field: Json) => `${field.role}::${field.name}` === key || (field.role === null && field.name === key),
    ) ?? detail.fields.find((field: Json) => field.name === key)
  );
}

async function withDateDefaults(): Promise<string> {
  const response = await fetch(`${service.url}/_local/templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Dates with defaults',
      roles: [{ role: 'Signer' }],
      fields: [
        { name: 'US', type: 'date', format: 'MM/dd/yyyy', default: '12/24/2026' },
        { name: 'German', type: 'date', format: 'dd.MM.yyyy', default: '24.12.2026', required: true },
        { name: 'ISO', type: 'date', format: 'yyyy-MM-dd', default: '2026-12-24' },
        { name: 'Without', type: 'date', default: '2026-12-24' },
        { role: 'Signer', name: 'Long', type: 'date', format: 'd. MMMM yyyy', default: '24. December 2026' },
      ],
    }),
  });
  return ((await response.json()) as { id: string }).id;
}

function validator(schema: Json): (body: unknown) => unknown {
  const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (body) => (validate(body) ? [] : validate.errors);
}

test('for every template: requests that its schema allows, with dates in either form, are accepted', async () => {
  const { ada, ben } = service.tokens!;
  await withDateDefaults();
  const tried: string[] = [];
  for (const token of [ada, ben]) {
    const { answer } = await call('/templates?limit=100', token);
    for (const { id } of answer.data) {
      tried.push(id);
      const { answer: detail } = await call(`/templates/${id}`, token);
      const { schema } = (await call(`/templates/${id}/schema`, token)).answer;
      const problemsOf = validator(schema);
      const { recipients, fields } = schema.properties;
      const request = (values: object) => ({
        recipients: Object.fromEntries(
          Object.keys(recipients.properties).map((role) => [role, { email: 'a@example.com', name: 'A' }]),
        ),
        fields: values,
        expiresInDays: schema.properties.expiresInDays.default,
      });
      const properties = Object.entries<Json>(fields.properties);
      const values = (isoDates: boolean) =>
        Object.fromEntries(
          properties.map(([key, property]) => [key, valueOf(fieldOf(detail, key), property, isoDates)]),
        );
      const defaults = (of: (key: string, property: Json) => unknown) => ({
        ...values(true),
        ...Object.fromEntries(
          properties
            .map(([key, property]) => [key, of(key, property)] as const)
            .filter(([, value]) => value !== undefined && value !== null),
        ),
      });
      for (const given of [
        values(true),
        values(false),
        defaults((_, property) => property.default),
        defaults((key) => fieldOf(detail, key).default),
      ]) {
        const body = request(given);
        expect([id, body, problemsOf(body)]).toEqual([id, body, []]);
        const sent = await call(`/templates/${id}/send`, token, body);
        expect([id, sent.status, sent.answer.error]).toEqual([id, 201, undefined]);
      }
    }
  }
  expect(tried).toEqual(
    expect.arrayContaining(['tpl_nda', 'tpl_offer', 'tpl_lease', 'tpl_handbook', 'tpl_quote']),
  );
  expect(tried.length).toBeGreaterThan(6);
});

test('what is a date in neither form is refused by the schema and by the service', async () => {
  const { ada } = service.tokens!;
  const problemsOf = validator((await call('/templates/tpl_nda/schema', ada)).answer.schema);
  for (const date of ['24.12.2026', '1/2/2026', '2026-2-3', 'x12/24/2026', '2026-13-01']) {
    const body = {
      recipients: { Signer: { email: 'a@example.com' } },
      fields: { 'Effective date': date },
    };
    expect([date, problemsOf(body)]).not.toEqual([date, []]);
    expect((await call('/templates/tpl_nda/send', ada, body)).status).toBe(422);
  }
});
