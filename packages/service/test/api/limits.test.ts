import { LEASE, running } from '../running.ts';

test('requests a minute: headers, 429, and again when the window has moved on', async () => {
  const service = await running({ requestsPerMinute: 3, localControls: true });
  const left = [];
  for (let index = 0; index < 3; index++) {
    const { status, headers } = await service.call('GET', '/me');
    left.push([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]);
  }
  expect(left).toEqual([
    [200, '3', '2'],
    [200, '3', '1'],
    [200, '3', '0'],
  ]);
  const refused = await service.call('POST', '/webhooks', '{broken');
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect((await service.call('GET', '/me', undefined, service.tokens!.ben)).status).toBe(200);
  expect((await fetch(`${service.baseUrl}/openapi.json`)).status).toBe(200);
  await service.call('POST', '/_local/clock', { advanceSeconds: 61 });
  expect((await service.call('GET', '/me')).status).toBe(200);
});

test('documents sent in 10 minutes: failures do not count, and other requests go on', async () => {
  const service = await running({ sendsPer10Minutes: 2, localControls: true });
  const send = (body: unknown) => service.call('POST', '/templates/tpl_lease/send', body);
  expect((await send({})).status).toBe(422);
  expect((await send(LEASE)).status).toBe(201);
  expect((await send(LEASE)).status).toBe(201);
  const refused = await send(LEASE);
  expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '2']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
  expect((await send({})).status).toBe(422);
  expect((await service.call('GET', '/documents')).body.data).toHaveLength(2);
  await service.call('POST', '/_local/clock', { advanceSeconds: 601 });
  expect((await send(LEASE)).status).toBe(201);
});

test('plan allowance: after validation, only for documents that were created, and never overdrawn', async () => {
  const service = await running({ planAllowance: 3 });
  const send = (body: unknown = LEASE) => service.call('POST', '/templates/tpl_lease/send', body);
  expect((await send({ recipients: [] })).status).toBe(422);
  const answers = await Promise.all(Array.from({ length: 8 }, () => send()));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402, 402, 402, 402, 402]);
  const refused = await send();
  expect([refused.status, refused.body.error.code]).toEqual([402, 'plan_limit_reached']);
  expect((await send({ recipients: [] })).status).toBe(422);
  expect((await service.call('GET', '/documents')).body.data).toHaveLength(3);
});
