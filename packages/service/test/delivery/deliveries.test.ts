import { createHmac } from 'node:crypto';
import { receiver, running, type Received, type TestService } from '../running.ts';

const subscribe = async (service: TestService, url: string, more: object = {}) =>
  (await service.call('POST', '/webhooks', { url, ...more })).body;
const advance = (service: TestService, seconds: number) =>
  service.call('POST', '/_local/clock', { advanceSeconds: seconds });

function verify({ headers, raw }: Received, secret: string): number {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex'));
  expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
  return Number(t);
}

test('an event is delivered signed, as it is polled, and the webhook remembers it', async () => {
  const [service, hooks] = [await running(), await receiver()];
  const webhook = await subscribe(service, `${hooks.url}/all`);
  const { id } = await service.sendLease({ name: 'Müller – 日本 😀' });
  const [delivery] = await hooks.until(1);
  verify(delivery!, webhook.secret);
  expect(delivery!.headers['content-type']).toBe('application/json');
  expect(delivery!.event.document.id).toBe(id);
  const polled = await service.call('GET', '/events');
  expect(polled.text).toBe(`{"data":[${delivery!.raw}]}`);
  await service.settle();
  expect((await service.call('GET', `/webhooks/${webhook.id}`)).body).toEqual(
    expect.objectContaining({
      lastStatus: 200,
      lastError: '',
      lastEvent: 'document.sent',
      lastDeliveryAt: expect.any(String),
    }),
  );
});

test('only subscribed kinds, only the own account’s, in the order of the events', async () => {
  const [service, hooks] = [await running(), await receiver()];
  await subscribe(service, `${hooks.url}/voided`, { event: 'document.voided' });
  await subscribe(service, `${hooks.url}/all`, { events: [] });
  await service.call('POST', '/webhooks', { url: `${hooks.url}/ben` }, service.tokens!.ben);
  const sent = [];
  for (let index = 0; index < 20; index++) sent.push((await service.sendLease()).id);
  await service.call('POST', `/documents/${sent[0]}/void`);
  await service.settle();
  const kinds = (path: string) => hooks.received.filter((one) => one.path === path).map(({ event }) => event);
  expect(kinds('/voided').map(({ event }) => event)).toEqual(['document.voided']);
  expect(kinds('/all').map(({ document }) => document.id)).toEqual([...sent, sent[0]]);
  expect(kinds('/ben')).toEqual([]);
});

test('a failed delivery is tried again after 30 seconds and 2 minutes, with the same bytes, and then no more', async () => {
  const [service, hooks] = [await running({ localControls: true }), await receiver()];
  hooks.answer = () => 500;
  const webhook = await subscribe(service, `${hooks.url}/x`);
  await service.sendLease();
  await service.settle();
  await advance(service, 28);
  await service.settle();
  expect(hooks.received).toHaveLength(1);
  await advance(service, 2);
  await service.settle();
  expect(hooks.received).toHaveLength(2);
  await advance(service, 88);
  await service.settle();
  expect(hooks.received).toHaveLength(2);
  await advance(service, 3);
  await service.settle();
  expect(hooks.received).toHaveLength(3);
  await advance(service, 86_400);
  await service.settle();
  expect(hooks.received).toHaveLength(3);
  expect(new Set(hooks.received.map(({ raw }) => raw)).size).toBe(1);
  for (const one of hooks.received) verify(one, webhook.secret);
  expect((await service.call('GET', `/webhooks/${webhook.id}`)).body).toEqual(
    expect.objectContaining({ lastStatus: 500, lastError: 'The receiver answered 500.' }),
  );
});

test('a retry that succeeds ends it; redirects are failures and not followed', async () => {
  const [service, hooks] = [await running({ localControls: true }), await receiver()];
  let tries = 0;
  hooks.answer = () => (++tries === 1 ? 302 : 204);
  const webhook = await subscribe(service, `${hooks.url}/x`);
  await service.sendLease();
  await service.settle();
  expect((await service.call('GET', `/webhooks/${webhook.id}`)).body.lastError).toMatch(/redirect/);
  await advance(service, 31);
  await advance(service, 120);
  await service.settle();
  expect(hooks.received.map(({ path }) => path)).toEqual(['/x', '/x']);
  expect((await service.call('GET', `/webhooks/${webhook.id}`)).body).toEqual(
    expect.objectContaining({ lastStatus: 204, lastError: '' }),
  );
});

test('a receiver that does not answer, cuts or is not there holds up nobody else', async () => {
  const [service, hooks] = [await running(), await receiver()];
  hooks.answer = ({ path }) => (path === '/never' ? 'never' : path === '/cut' ? 'cut' : 200);
  await subscribe(service, `${hooks.url}/never`);
  const cut = await subscribe(service, `${hooks.url}/cut`);
  const gone = await subscribe(service, 'http://127.0.0.1:9/gone');
  await subscribe(service, `${hooks.url}/good`);
  const started = Date.now();
  for (let index = 0; index < 5; index++) await service.sendLease();
  await hooks.until(5, '/good');
  expect(Date.now() - started).toBeLessThan(2000);
  // The one that hangs still gets later events, a few at a time.
  await hooks.until(3, '/never');
  for (const { id } of [cut, gone]) {
    const { body } = await service.call('GET', `/webhooks/${id}`);
    expect(body).toEqual(
      expect.objectContaining({ lastStatus: null, lastError: expect.stringMatching(/./) }),
    );
  }
});

test('no answer within 15 seconds is a failure', async () => {
  const [service, hooks] = [await running(), await receiver()];
  hooks.answer = () => 'never';
  const webhook = await subscribe(service, `${hooks.url}/never`);
  await service.sendLease();
  await new Promise((resolve) => setTimeout(resolve, 14_000));
  expect((await service.call('GET', `/webhooks/${webhook.id}`)).body.lastDeliveryAt).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect((await service.call('GET', `/webhooks/${webhook.id}`)).body).toEqual(
    expect.objectContaining({ lastStatus: null, lastError: 'No answer within 15 seconds.' }),
  );
});

test('deleting a webhook drops what was to come', async () => {
  const [service, hooks] = [await running({ localControls: true }), await receiver()];
  hooks.answer = () => 500;
  const webhook = await subscribe(service, `${hooks.url}/x`);
  await service.sendLease();
  await service.settle();
  await service.call('DELETE', `/webhooks/${webhook.id}`);
  await advance(service, 31);
  await service.settle();
  expect(hooks.received).toHaveLength(1);
  expect((await service.call('GET', '/_local/deliveries')).body.data).toEqual([]);
});

test('where private addresses are forbidden, a name that leads there is not connected to', async () => {
  const [service, hooks] = [await running({ forbidPrivateWebhooks: true }), await receiver()];
  expect((await service.call('POST', '/webhooks', { url: `${hooks.url}/x` })).status).toBe(422);
  // As if the name had been public when it was added.
  service.store.webhooks.add(
    {
      id: 'wh_rebound',
      accountId: 'acc_ada',
      url: `http://localhost:${new URL(hooks.url).port}/x`,
      events: [],
      active: true,
      secret: 's',
      source: '',
      lastDeliveryAt: null,
      lastStatus: null,
      lastError: '',
      lastEvent: '',
      createdAt: new Date().toISOString(),
    },
    25,
  );
  await service.sendLease();
  await service.settle();
  expect(hooks.received).toEqual([]);
  expect((await service.call('GET', '/webhooks/wh_rebound')).body.lastError).toMatch(/private network/);
});
