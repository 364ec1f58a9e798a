import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  approve,
  DEMO_ACCOUNTS,
  open,
  sign,
  startService,
  type RunningService,
} from '../../packages/service/src/index.ts';

/** What the service answers is what its openapi.json says, and that is what the API document says. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON whose form is what is tested
type Json = any;

let service: RunningService;
let description: Json;
let ajv: Ajv2020;

beforeAll(async () => {
  service = await startService({ requestsPerMinute: 10_000 });
  description = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: { schemas: closed(description.components.schemas) } });
});
afterAll(() => service.close());

/** The same schemas, where an object may have nothing that the description does not name. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return copy.properties &&
    copy.type &&
    !('additionalProperties' in copy) &&
    typeof copy.properties === 'object'
    ? { ...copy, additionalProperties: false }
    : copy;
}

const ENDPOINTS: Record<string, number[]> = {
  'GET /me': [200, 401, 429],
  'GET /templates': [200, 401, 422, 429],
  'GET /templates/{id}': [200, 401, 404, 429],
  'GET /templates/{id}/schema': [200, 401, 404, 429],
  'POST /templates/{id}/send': [201, 400, 401, 402, 404, 413, 415, 422, 429],
  'GET /documents': [200, 401, 422, 429],
  'GET /documents/{id}': [200, 401, 404, 429],
  'GET /documents/{id}/file': [200, 401, 404, 429],
  'GET /documents/{id}/certificate': [200, 401, 404, 409, 429],
  'GET /documents/{id}/history': [200, 401, 404, 429],
  'POST /documents/{id}/remind': [200, 401, 404, 409, 429],
  'POST /documents/{id}/void': [200, 400, 401, 404, 409, 413, 415, 422, 429],
  'GET /events': [200, 401, 422, 429],
  'GET /webhooks': [200, 401, 429],
  'POST /webhooks': [201, 400, 401, 413, 415, 422, 429],
  'GET /webhooks/{id}': [200, 401, 404, 429],
  'DELETE /webhooks/{id}': [204, 401, 404, 429],
};

test('version 1.0.0 of OpenAPI 3.1, public, with both ways of authentication', () => {
  expect(description.openapi).toMatch(/^3\.1\.\d$/);
  expect(description.info.version).toBe('1.0.0');
  expect(description.servers).toEqual([{ url: service.baseUrl }]);
  expect(description.security).toEqual([{ bearer: [] }, { apiToken: [] }]);
  expect(description.components.securitySchemes).toEqual({
    bearer: { type: 'http', scheme: 'bearer' },
    apiToken: { type: 'apiKey', in: 'header', name: 'X-API-Token' },
  });
});

test('exactly the endpoints of section 4, with their statuses', () => {
  const described: Record<string, number[]> = {};
  for (const [path, item] of Object.entries<Json>(description.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      if (method === 'parameters') continue;
      described[`${method.toUpperCase()} ${path}`] = Object.keys(operation.responses).map(Number);
      expect(operation.operationId).toMatch(/^[a-zA-Z]+$/);
    }
    expect(item.parameters?.[0]?.name).toBe(path.includes('{id}') ? 'id' : undefined);
  }
  expect(described).toEqual(ENDPOINTS);
});

test('every reference leads somewhere, and every schema compiles', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path]) => path as string,
  );
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) {
    expect(reference.split('/').reduce((node: Json, key) => node?.[key], description)).toBeDefined();
  }
  for (const name of Object.keys(description.components.schemas)) {
    ajv.compile({ $ref: `api#/components/schemas/${name}` });
  }
});

/** Calls an endpoint and holds the answer against its description. */
async function call(
  method: string,
  path: string,
  target: string,
  options: { body?: unknown; token?: string; raw?: string } = {},
): Promise<Json> {
  const {
    body,
    token = service.tokens?.ada,
    raw = body === undefined ? undefined : JSON.stringify(body),
  } = options;
  const response = await fetch(`${service.baseUrl}${target}`, {
    method,
    headers: {
      ...(token && { 'x-api-token': token }),
      ...(raw !== undefined && { 'content-type': 'application/json' }),
    },
    ...(raw !== undefined && { body: raw }),
  });
  const described = description.paths[path][method.toLowerCase()].responses[response.status];
  expect([`${method} ${path}`, response.status, described && 'described']).toEqual([
    `${method} ${path}`,
    response.status,
    'described',
  ]);
  for (const [name, header] of Object.entries<Json>(described.headers ?? {})) {
    if (header.required) expect(response.headers.get(name)).toEqual(expect.any(String));
  }
  const text = await response.text();
  if (described.content?.['application/pdf']) {
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(text.startsWith('%PDF')).toBe(true);
    return { status: response.status };
  }
  if (!described.content) {
    expect(text).toBe('');
    return { status: response.status };
  }
  const answer = JSON.parse(text);
  const { $ref } = described.content['application/json'].schema;
  const validate = ajv.compile({ $ref: `api${$ref}` });
  expect([`${method} ${target}`, validate(answer), validate.errors]).toEqual([
    `${method} ${target}`,
    true,
    null,
  ]);
  return { status: response.status, ...answer };
}

test('every endpoint answers as described', async () => {
  await call('GET', '/me', '/me');
  await call('GET', '/me', '/me', { token: 'nonsense' });
  const { data: templates } = await call('GET', '/templates', '/templates?limit=100');
  for (const { id } of templates) {
    await call('GET', '/templates/{id}', `/templates/${id}`);
    const { schema } = await call('GET', '/templates/{id}/schema', `/templates/${id}/schema`);
    expect(new Ajv2020({ strict: false, validateFormats: false }).validateSchema(schema)).toBe(true);
  }
  await call('GET', '/templates', '/templates?limit=0');
  for (const path of ['/templates/{id}', '/templates/{id}/schema'])
    await call('GET', path, path.replace('{id}', 'none'));

  const hook = await call('POST', '/webhooks', '/webhooks', {
    body: { url: 'http://127.0.0.1:9/x', event: 'document.sent' },
  });
  expect(hook.status).toBe(201);
  await call('POST', '/webhooks', '/webhooks', { body: { url: 'x' } });
  await call('POST', '/webhooks', '/webhooks', { raw: '{' });

  const send = (body: unknown, id = 'tpl_offer') =>
    call('POST', '/templates/{id}/send', `/templates/${id}/send`, { body });
  const offer = {
    recipients: { Manager: { email: 'm@example.com' }, Candidate: { email: 'c@example.com', name: 'Cleo' } },
    fields: { Position: 'Engineer', 'Start date': '2026-09-01', 'Yearly salary': 60000 },
    sendEmails: false,
  };
  expect((await send({})).status).toBe(422);
  expect((await send(offer, 'none')).status).toBe(404);
  const { id } = await send(offer);
  const voidable = await send({ ...offer, sendEmails: true });
  await call('GET', '/documents', '/documents');
  await call('GET', '/documents', '/documents?status=x');
  await call('GET', '/documents/{id}/certificate', `/documents/${id}/certificate`);
  const reminded = await call('POST', '/documents/{id}/remind', `/documents/${voidable.id}/remind`);
  expect(reminded.sent).toBe(1);
  await call('POST', '/documents/{id}/void', `/documents/${voidable.id}/void`, { body: { reason: 5 } });
  await call('POST', '/documents/{id}/void', `/documents/${voidable.id}/void`, { body: { reason: 'x' } });
  await call('POST', '/documents/{id}/void', `/documents/${voidable.id}/void`);
  await call('POST', '/documents/{id}/remind', `/documents/${voidable.id}/remind`);

  const key = (role: string) =>
    service.store.documents.get(id)?.document.recipients.find((recipient) => recipient.role === role)
      ?.signingKey ?? '';
  open(service.actions, key('Manager'));
  await approve(service.actions, key('Manager'), {});
  await sign(service.actions, key('Human resources'), {}, { text: 'Hanna' });
  await sign(service.actions, key('Candidate'), { 'Date of birth': '01.02.1990' }, { text: 'Cleo' });
  const completed = await call('GET', '/documents/{id}', `/documents/${id}`);
  expect(completed.status).toBe('completed');
  for (const path of [
    '/documents/{id}',
    '/documents/{id}/file',
    '/documents/{id}/certificate',
    '/documents/{id}/history',
  ]) {
    await call('GET', path, path.replace('{id}', id));
    await call('GET', path, path.replace('{id}', 'none'));
  }
  await call('GET', '/events', '/events?limit=100');
  await call('GET', '/events', '/events?type=x');

  await service.settle();
  const delivered = await call('GET', '/webhooks/{id}', `/webhooks/${hook.id}`);
  expect(delivered.lastEvent).toBe('document.sent');
  await call('GET', '/webhooks', '/webhooks');
  await call('DELETE', '/webhooks/{id}', `/webhooks/${hook.id}`);
  await call('DELETE', '/webhooks/{id}', `/webhooks/${hook.id}`);
  await call('GET', '/webhooks/{id}', `/webhooks/${hook.id}`);
  service.store.accounts.setAllowance(0);
  expect((await send(offer)).status).toBe(402);
  expect(service.store.accounts.get(DEMO_ACCOUNTS.ada)?.planAllowance).toBe(0);
});

test('the described requests are those that are accepted', () => {
  const accepts = (name: string, body: unknown) =>
    ajv.validate({ $ref: `api#/components/schemas/${name}` }, body);
  expect(
    accepts('SendRequest', {
      recipients: [{ role: 'A', email: 'a@example.com' }],
      fields: { x: ['a'], y: null },
    }),
  ).toBe(true);
  expect(accepts('SendRequest', { recipients: { A: { email: 'a@example.com', name: 'A' } } })).toBe(true);
  expect(accepts('SendRequest', { recipients: [], note: 'x'.repeat(201) })).toBe(false);
  expect(accepts('SendRequest', { recipients: [], more: 1 })).toBe(false);
  expect(accepts('WebhookRequest', { url: 'https://example.com', events: ['document.other'] })).toBe(false);
  expect(accepts('VoidRequest', { reason: 'x', notify: false })).toBe(true);
});
