import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  byId,
  credentialsFor,
  LEASE,
  NODE,
  sending,
  singleNode,
  startFixture,
  type Fixture,
} from './fixture.ts';
import { startRelay } from './relay.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.close());
afterEach(() => fixture.local('/plan-allowance', { allowance: null }));

const account = { resource: 'account', operation: 'get' };
const nda = sending('tpl_nda', { 'email:Signer': 'sam@example.com' });

async function failure(...args: Parameters<Fixture['act']>) {
  const { error, status } = await fixture.act(...args);
  expect(status).toBe('error');
  return error!;
}

describe('every error of section 7 is told as the service said it', () => {
  it('401: a revoked token', async () => {
    const error = await failure(account, { token: fixture.service.tokens!.revoked });
    expect(error).toMatchObject({
      name: 'NodeApiError',
      httpCode: '401',
      context: { itemIndex: 0, data: { status: 401, code: 'unauthorized' } },
    });
    expect(error.message).toMatch(/token/i);
    expect(error.description).toMatch(/Create a token/);
  });

  it('402: the plan allowance', async () => {
    await fixture.local('/plan-allowance', { allowance: 0 });
    const error = await failure(nda);
    expect(error).toMatchObject({
      name: 'NodeApiError',
      httpCode: '402',
      context: { data: { code: 'plan_limit_reached' } },
    });
    expect(error.message).toMatch(/allowance/i);
  });

  it('404: a document of someone else', async () => {
    const error = await failure({ resource: 'document', operation: 'get', documentId: byId('doc/none ü') });
    expect(error).toMatchObject({ httpCode: '404', context: { data: { code: 'not_found' } } });
  });

  it('404: a template that is gone', async () => {
    const error = await failure(sending('tpl_gone', { 'email:Signer': 'sam@example.com' }));
    expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 0 } });
    expect(error.message).toMatch(/template/i);
  });

  it('409: voided twice, and a certificate before completion', async () => {
    const [sent] = await fixture.items(nda);
    const documentId = byId(String(sent!.json.id));
    const certificate = await failure({
      resource: 'document',
      operation: 'download',
      documentId,
      file: 'certificate',
    });
    expect(certificate).toMatchObject({
      httpCode: '409',
      context: { data: { code: 'document_not_completed' } },
    });
    await fixture.items({ resource: 'document', operation: 'void', documentId, options: {} });
    const twice = await failure({ resource: 'document', operation: 'void', documentId, options: {} });
    expect(twice).toMatchObject({ httpCode: '409', context: { data: { code: 'document_finished' } } });
    const remind = await failure({ resource: 'document', operation: 'remind', documentId });
    expect(remind).toMatchObject({
      httpCode: '409',
      context: { data: { code: 'document_not_in_progress' } },
    });
  });

  it('422: with every problem in the description', async () => {
    const relay = await startRelay(fixture.service.url);
    relay.intercept = ({ method, url }, answer) => {
      if (method !== 'POST' || !url!.endsWith('/send')) return false;
      const problems = ['The field “Rent” must be a number.', 'The role “Tenant” has no recipient.'];
      answer.writeHead(422, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          error: { code: 'invalid_request', message: 'Two things are wrong.', details: { problems } },
        }),
      );
      return true;
    };
    const error = await failure(nda, { baseUrl: relay.baseUrl });
    await relay.close();
    expect(error).toMatchObject({
      message: 'Two things are wrong.',
      description: '• The field “Rent” must be a number.\n• The role “Tenant” has no recipient.',
      httpCode: '422',
      context: { itemIndex: 0, data: { status: 422, problems: [expect.any(String), expect.any(String)] } },
    });
  });

  it('422: a filter that is not valid', async () => {
    const error = await failure({
      resource: 'document',
      operation: 'getMany',
      limit: 1,
      filters: { updatedSince: 'soon' },
    });
    expect(error).toMatchObject({ httpCode: '422' });
    expect(error.message + error.description).toMatch(/updatedSince/);
  });

  it('429: tried again after what Retry-After says', async () => {
    await fixture.local('/faults', { count: 2, status: 429, retryAfter: 1, pathPrefix: '/me' });
    const started = Date.now();
    await fixture.items(account);
    expect(Date.now() - started).toBeGreaterThan(1900);
  });

  it('500: a body that is HTML', async () => {
    await fixture.local('/faults', { count: 1, status: 500, body: 'html', pathPrefix: '/me' });
    const error = await failure(account);
    expect(error).toMatchObject({ httpCode: '500' });
    expect(error.message).toMatch(/problem of its own/);
    expect(error.message).not.toMatch(/</);
  });
});

describe('what keeps the service from being reached', () => {
  it('a base URL that is none', async () => {
    const error = await failure(account, { baseUrl: 'sign.example.com' });
    expect(error.message).toMatch(/“sign.example.com” is not a web address: enter the base URL/);
  });

  it('no service there', async () => {
    const error = await failure(account, { baseUrl: 'http://127.0.0.1:9/v1' });
    expect(error.message).toMatch(/No service answers at http:\/\/127\.0\.0\.1:9\/v1.*check the base URL/);
  });

  it('something else there', async () => {
    const other = createServer((_request, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello'),
    );
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const error = await failure(account, {
      baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1`,
    });
    other.closeAllConnections();
    other.close();
    expect(error.message).toMatch(/is not the document signing API: check the base URL/);
  });

  it('the token goes along no redirect and to no other origin', async () => {
    const thief = await startRelay(fixture.service.url);
    const relay = await startRelay(fixture.service.url);
    relay.intercept = (_request, answer) => {
      answer.writeHead(302, { location: `${thief.baseUrl}/me` }).end();
      return true;
    };
    const error = await failure(account, { baseUrl: relay.baseUrl });
    expect(error.message).toMatch(/redirects/);
    expect(relay.passed[0]!.authorization).toMatch(/^Bearer /);
    expect(thief.passed).toEqual([]);

    const { authenticate } = fixture.engine.credentialType('documentSigningApi');
    if (typeof authenticate !== 'function') throw new Error('authenticate is no function');
    const credentials = { baseUrl: relay.baseUrl, token: 'secret' };
    for (const url of [
      `${thief.baseUrl}/me`,
      'https://example.com/me',
      `${relay.baseUrl.replace('127.0.0.1', 'localhost')}/me`,
    ]) {
      expect((await authenticate(credentials, { url })).headers).toBeUndefined();
    }
    // n8n's HTTP Request node still names the address so.
    const older = { uri: `${relay.baseUrl}/me` } as never;
    expect(await authenticate(credentials, older)).toMatchObject({
      headers: { Authorization: 'Bearer secret' },
      followRedirect: false,
    });
    expect((await authenticate(credentials, { url: '/me', baseURL: relay.baseUrl })).headers).toEqual({
      Authorization: 'Bearer secret',
    });
    await relay.close();
    await thief.close();
  });
});

describe('values that make no request', () => {
  it('all of them at once, each named, and nothing is sent', async () => {
    const before = (await fixture.api<{ data: unknown[] }>('/documents?limit=100')).data.length;
    const error = await failure(
      sending(
        'tpl_lease',
        { 'email:Landlord': 'nobody' },
        {
          ...LEASE.fields,
          'Monthly rent': '={{ "much" }}',
          'Start date': '={{ "soon" }}',
          Furnishing: '={{ "Lavish" }}',
          'Utilities included': 'Water, Gas',
        },
      ),
    );
    expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
    for (const name of [
      'Landlord',
      'Tenant',
      'Monthly rent',
      'Start date',
      'Furnishing',
      'Utilities included',
    ]) {
      expect(error.description).toContain(name);
    }
    const problems = error.description!.split('\n');
    expect(problems).toHaveLength(6);
    // The message tells the first; all of them, each once, stand below it.
    expect(error.message).toBe(`6 things are missing or wrong, first: ${problems[0]!.slice(2)}`);
    expect((await fixture.api<{ data: unknown[] }>('/documents?limit=100')).data).toHaveLength(before);
  });

  it('several of them in several items: every one is told, with its item', async () => {
    const bad = sending(
      'tpl_lease',
      { 'email:Landlord': 'nobody' },
      { ...LEASE.fields, Furnishing: '={{ "Lavish" }}' },
    );
    const error = await failure(bad, { input: [{ json: {} }, { json: {} }] });
    expect(error.message).toBe('2 of 2 items are at fault, so nothing was sent');
    for (const item of [0, 1]) {
      const line = error.description!.split('\n')[item];
      for (const name of [`Item ${item}:`, 'Landlord', 'Tenant', 'Lavish']) expect(line).toContain(name);
    }
  });

  it('the JSON that the editor begins with: the open roles are named', async () => {
    const { properties } = fixture.engine.nodeType('documentSigning').description;
    const begins = properties.find(({ name }) => name === 'recipientsJson')!.default;
    const error = await failure({
      ...sending('tpl_nda', {}),
      inputMode: 'json',
      recipientsJson: begins,
      fieldsJson: '{}',
    });
    expect(error.message).toMatch(/“Signer”/);
  });

  it('a field or a role that was renamed since the workflow was saved', async () => {
    const error = await failure(
      sending(
        'tpl_lease',
        { ...LEASE.recipients, 'email:Lodger': 'l@example.com' },
        { ...LEASE.fields, 'Old name': 'x', 'Old and empty': '' },
      ),
    );
    expect(error.description).toMatch(/has no role “Lodger”: use .*“Tenant”/);
    expect(error.description).toMatch(/has no field “Old name”.*remove it/);
    expect(error.description).not.toContain('Old and empty');
  });

  it('a name that has come to stand for several fields', async () => {
    const error = await failure(sending('tpl_lease', LEASE.recipients, { ...LEASE.fields, Name: 'Tom' }));
    expect(error.message).toMatch(/“Landlord::Name” or “Tenant::Name”/);
  });

  it('JSON that is none', async () => {
    const error = await failure({
      ...sending('tpl_lease', {}),
      inputMode: 'json',
      recipientsJson: '[{',
      fieldsJson: '{"a":',
    });
    expect(error.description).toMatch(/“Recipients \(JSON\)” is no valid JSON/);
    expect(error.description).toMatch(/“Fields \(JSON\)” is no valid JSON/);
  });

  it.each([
    ['document', 'Template', { templateId: byId('={{ $json.none }}') }],
    ['document', 'Search', { search: '={{ $json.none }}' }],
    ['template', 'Search', { search: '={{ "" }}' }],
    ['event', 'Event', { type: '={{ $json.none }}' }],
  ])('%s: getMany with a filter %s whose expression came out empty', async (resource, label, filters) => {
    const error = await failure({ resource, operation: 'getMany', limit: 1, filters });
    expect(error.message).toMatch(`The filter “${label}” came out empty: mend its expression`);
  });

  it('no document chosen', async () => {
    const error = await failure({
      resource: 'document',
      operation: 'get',
      documentId: byId('={{ undefined }}'),
    });
    expect(error.message).toMatch(/No document is chosen/);
  });

  it('no credential', async () => {
    const workflow = singleNode(account);
    delete workflow.nodes[0]!.credentials;
    const { error } = await fixture.engine.run(workflow, { credentials: credentialsFor('x', 'y') });
    expect(error!.message).toMatch(/does not have any credentials set/);
  });
});

describe('continuing on failures', () => {
  const input = [{ json: { id: 'none' } }, { json: { id: '' } }];
  const reading = { resource: 'document', operation: 'get', documentId: byId('={{ $json.id }}') };

  it('gives an item for each failure, paired with its own', async () => {
    const [sent] = await fixture.items(nda);
    const execution = await fixture.act(reading, {
      input: [input[0]!, { json: { id: sent!.json.id } }, input[1]!],
      settings: { onError: 'continueRegularOutput' },
    });
    expect(execution.status).toBe('success');
    expect(execution.items(NODE)).toMatchObject([
      { json: { error: expect.stringMatching(/document/) }, pairedItem: { item: 0 } },
      { json: { id: sent!.json.id }, pairedItem: { item: 1 } },
      { json: { error: expect.stringMatching(/No document is chosen/) }, pairedItem: { item: 2 } },
    ]);
  });

  it('puts failures into the error output', async () => {
    const [sent] = await fixture.items(nda);
    const execution = await fixture.act(reading, {
      input: [input[0]!, { json: { id: sent!.json.id } }],
      settings: { onError: 'continueErrorOutput' },
    });
    expect(execution.items(NODE, 0)).toMatchObject([
      { json: { id: sent!.json.id }, pairedItem: { item: 1 } },
    ]);
    expect(execution.items(NODE, 1)).toMatchObject([{ json: { error: expect.any(String) } }]);
  });

  it.each([
    ['document', 'send', sending('tpl_gone', {})],
    ['document', 'get', { documentId: byId('x') }],
    ['document', 'getMany', { limit: 1, filters: { status: 'nonsense' } }],
    ['document', 'getHistory', { documentId: byId('x') }],
    ['document', 'download', { documentId: byId('x'), binaryPropertyName: 'data' }],
    ['document', 'remind', { documentId: byId('x') }],
    ['document', 'void', { documentId: byId('x'), options: {} }],
    ['template', 'get', { templateId: byId('x') }],
    ['template', 'getSchema', { templateId: byId('x') }],
    ['webhook', 'get', { webhookId: 'x' }],
    ['webhook', 'delete', { webhookId: 'x' }],
    ['event', 'getMany', { limit: 1, filters: { type: 'nonsense' } }],
  ])('%s: %s', async (resource, operation, parameters) => {
    const execution = await fixture.act(
      { ...parameters, resource, operation },
      { settings: { onError: 'continueRegularOutput' } },
    );
    expect(execution.items(NODE)).toMatchObject([
      { json: { error: expect.stringMatching(/\S/) }, pairedItem: { item: 0 } },
    ]);
  });
});
