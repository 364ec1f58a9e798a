import { LEASE, receiver, running, type TestService } from '../running.ts';

let service: TestService;
beforeAll(async () => {
  service = await running({ localControls: true });
});
beforeEach(() => service.reset());

const fault = (body: object) => service.call('POST', '/_local/faults', body);

test('the clock is read, moved and set', async () => {
  const before = Date.parse((await service.call('GET', '/_local/clock')).body.now);
  const { body } = await service.call('POST', '/_local/clock', { advanceSeconds: 3600 });
  expect(Date.parse(body.now) - before).toBeGreaterThanOrEqual(3_600_000);
  expect((await service.call('POST', '/_local/clock', { now: '2030-01-01T00:00:00Z' })).body.now).toMatch(
    /^2030-01-01/,
  );
  expect((await service.call('POST', '/_local/clock', { advance: 1 })).status).toBe(422);
});

test('the next requests fail as told, then no more', async () => {
  await fault({ count: 2, status: 503, retryAfter: 7 });
  for (let index = 0; index < 2; index++) {
    const { status, headers, body } = await service.call('GET', '/me');
    expect([status, headers.get('retry-after'), body.error.message]).toEqual([503, '7', expect.any(String)]);
  }
  expect((await service.call('GET', '/me')).status).toBe(200);
});

test('faults for a method and a path, with other bodies', async () => {
  await fault({ count: 1, method: 'POST', pathPrefix: '/templates', status: 502, body: 'html' });
  await fault({ count: 1, pathPrefix: '/events', status: 500, body: 'empty' });
  expect((await service.call('GET', '/templates')).status).toBe(200);
  expect((await service.call('GET', '/events')).text).toBe('');
  const html = await service.call('POST', '/templates/tpl_lease/send', LEASE);
  expect([html.status, html.text]).toEqual([502, expect.stringContaining('<html>')]);
  expect((await service.call('GET', '/_local/faults')).body).toEqual({ requests: [], deliveries: [] });
});

test('a cut connection, before or after the work', async () => {
  await fault({ count: 1, cut: 'before' });
  await expect(service.call('POST', '/templates/tpl_lease/send', LEASE)).rejects.toThrow();
  expect((await service.call('GET', '/documents')).body.data).toHaveLength(0);
  await fault({ count: 1, cut: 'after' });
  await expect(service.call('POST', '/templates/tpl_lease/send', LEASE)).rejects.toThrow();
  expect((await service.call('GET', '/documents')).body.data).toHaveLength(1);
});

test('a delay', async () => {
  await fault({ count: 1, delayMs: 200 });
  const started = Date.now();
  expect((await service.call('GET', '/me')).status).toBe(200);
  expect(Date.now() - started).toBeGreaterThanOrEqual(195);
});

test('deliveries fail as told', async () => {
  const hooks = await receiver();
  await service.call('POST', '/webhooks', { url: `${hooks.url}/x` });
  for (const kind of ['timeout', 'connection'])
    await service.call('POST', '/_local/delivery-faults', { count: 1, kind });
  await service.sendLease();
  await service.settle();
  await service.call('POST', '/_local/clock', { advanceSeconds: 31 });
  expect((await service.call('POST', '/_local/settle', {})).body).toEqual({ settled: true });
  expect(hooks.received).toHaveLength(0);
  const { data } = (await service.call('GET', '/_local/deliveries')).body;
  expect(data).toEqual([
    expect.objectContaining({ state: 'pending', tries: 2, lastError: 'connect ECONNREFUSED' }),
  ]);
  await service.call('POST', '/_local/clock', { advanceSeconds: 91 });
  await hooks.until(1);
});

test('reset: freshly seeded, with the same tokens', async () => {
  await service.sendLease();
  await service.call('POST', '/webhooks', { url: 'https://example.com' });
  await fault({ count: 9, status: 500 });
  await service.call('POST', '/_local/clock', { advanceSeconds: 3600 });
  expect((await service.call('POST', '/_local/reset')).status).toBe(204);
  expect((await service.call('GET', '/documents')).body.data).toEqual([]);
  expect((await service.call('GET', '/webhooks')).body.data).toEqual([]);
  expect(
    Math.abs(Date.parse((await service.call('GET', '/_local/clock')).body.now) - Date.now()),
  ).toBeLessThan(1000);
});

test('templates, tokens and accounts', async () => {
  const { body } = await service.call('POST', '/_local/templates', {
    name: 'Mine',
    roles: [{ role: 'A b' }],
    fields: [{ name: 'x' }],
  });
  expect((await service.call('GET', `/templates/${body.id}`)).body.name).toBe('Mine');
  await service.call('POST', '/_local/templates', { sample: 'many-fields', fieldCount: 20 });
  expect((await service.call('GET', '/templates/tpl_20_fields')).body.fields).toHaveLength(20);
  const { token } = (await service.call('POST', '/_local/tokens', { account: 'ben', lifetimeDays: 1 })).body;
  expect((await service.call('GET', '/me', undefined, token)).body.name).toBe('Ben Demo');
  await service.call('POST', '/_local/tokens/revoke', { token });
  expect((await service.call('GET', '/me', undefined, token)).status).toBe(401);
  await service.call('POST', '/_local/accounts', { account: 'ben', disabled: true });
  expect((await service.call('GET', '/me', undefined, service.tokens!.ben)).status).toBe(401);
  await service.call('POST', '/_local/plan-allowance', { allowance: 0 });
  expect((await service.call('POST', '/templates/tpl_lease/send', LEASE)).status).toBe(402);
});
