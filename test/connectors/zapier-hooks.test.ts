import { EVENT_KINDS, signPayload } from '@document-signing/shared';
import { failureOf } from './zapier-failure.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { errorBody, startProxy, type Proxy } from './zapier-proxy.ts';
import { type ZapierEngine, type ZapierHook } from './zapier-engine.ts';
import { type RawRequest } from './zapier-surroundings.ts';

let service: LocalService;
let proxy: Proxy;
/** Connected through the proxy. */
let engine: ZapierEngine;
let authData: { base_url: string; token: string };

beforeAll(async () => {
  service = await startLocalService();
  proxy = await startProxy(service.url);
  engine = await service.engine(undefined, proxy.baseUrl);
  authData = { base_url: proxy.baseUrl, token: service.tokens.ada };
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});
beforeEach(() => {
  proxy.requests.splice(0);
  proxy.answer(() => undefined);
});

const asked = () => proxy.requests.map(({ method, path }) => `${method} ${path}`);

interface Hooked {
  hook: ZapierHook;
  delivery: RawRequest;
  documentId: string;
}

/** A trigger that is turned on, and a real delivery to it: of a document that was sent, and signed too if `sign`. */
async function hooked(trigger: string, { sign = false, inputData = {} } = {}): Promise<Hooked> {
  const hook = await engine.subscribe(trigger, inputData);
  const { id } = await service.api<{ id: string }>('POST', '/templates/tpl_nda/send', {
    recipients: [{ role: 'Signer', email: 'sam@example.com', name: 'Sam' }],
  });
  if (sign) await service.control(`documents/${id}/act`, { act: 'sign', role: 'Signer' });
  await service.settle();
  const delivery = await hook.next();
  proxy.requests.splice(0);
  return { hook, delivery, documentId: id };
}

/** A delivery signed as the service would have done, some seconds ago. */
function signed({ hook }: Pick<Hooked, 'hook'>, content: string, secondsAgo = 0): RawRequest {
  const header = signPayload(hook.subscribeData.secret, content, Math.floor(Date.now() / 1000) - secondsAgo);
  return { method: 'POST', querystring: '', headers: { 'Http-X-Service-Signature': header }, content };
}

describe('turning a Zap on and off', () => {
  test.each([
    ['document_sent', {}, ['document.sent']],
    ['document_viewed', {}, ['document.viewed']],
    ['document_signed', {}, ['document.signed']],
    ['document_approved', {}, ['document.approved']],
    ['document_declined', {}, ['document.declined']],
    ['document_voided', {}, ['document.voided']],
    ['document_completed', {}, ['document.completed']],
    ['event', {}, []],
    ['event', { events: [] }, []],
    [
      'event',
      { events: ['document.sent', 'document.voided', 'document.sent'] },
      ['document.sent', 'document.voided'],
    ],
    ['event', { events: 'document.expiry_notice' }, ['document.expiry_notice']],
    ['event', { events: 'document.sent,document.viewed' }, ['document.sent', 'document.viewed']],
    ['event', { events: ['document.sent, document.viewed'] }, ['document.sent', 'document.viewed']],
  ])('%s with %j subscribes to %j', async (trigger, inputData, events) => {
    const hook = await engine.subscribe(trigger, inputData);
    const [request] = proxy.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/webhooks' });
    expect(JSON.parse(request!.body)).toEqual({ url: hook.targetUrl, events, source: 'zapier' });
    expect(Object.keys(hook.subscribeData).sort()).toEqual(['id', 'location', 'secret']);

    await hook.unsubscribe();
    const { data } = await service.api<{ data: { id: string }[] }>('GET', '/webhooks');
    expect(data.map(({ id }) => id)).not.toContain(hook.subscribeData.id);
    // Once more: it is gone already.
    await hook.unsubscribe();
  });

  test('the kinds to choose from are those of the API', () => {
    const [input] = engine.app.triggers.event.operation.inputFields as { choices: { value: string }[] }[];
    expect(input!.choices.map(({ value }) => value).sort()).toEqual([...EVENT_KINDS].sort());
  });

  test.each([
    ['an absolute address', (origin: string) => `${origin}/v1/webhooks/wh_1`, '/v1/webhooks/wh_1'],
    ['a relative one', () => '/v1/webhooks/wh_1', '/v1/webhooks/wh_1'],
    [
      'another path, with a query',
      (origin: string) => `${origin}/hooks/off?id=1&key=a%20b`,
      '/hooks/off?id=1&key=a%20b',
    ],
    ['another origin', () => 'https://elsewhere.invalid/v1/webhooks/wh_1', '/v1/webhooks/wh%201'],
    ['nothing', () => undefined, '/v1/webhooks/wh%201'],
  ])('unsubscribes at %s', async (_, location, path) => {
    const given = location(proxy.origin);
    proxy.answer(({ method }) =>
      method === 'POST'
        ? { status: 201, headers: { ...(given && { Location: given }) }, body: { id: 'wh 1', secret: 's' } }
        : { status: 204 },
    );
    const hook = await engine.subscribe('document_sent');
    await hook.unsubscribe();
    expect(asked()).toEqual(['POST /v1/webhooks', `DELETE ${path}`]);
    expect(proxy.requests[1]?.headers.authorization).toBe(`Bearer ${service.tokens.ada}`);
  });

  test.each([404, 410])('a webhook that is gone (%i) is turned off', async (status) => {
    const hook = await engine.subscribe('document_sent');
    proxy.answer(() => ({ status, body: errorBody('not_found', 'There is no such webhook.') }));
    await hook.unsubscribe();
    proxy.answer(() => undefined);
    await hook.unsubscribe();
  });

  test('a Zap that never subscribed is turned off without a request', async () => {
    await engine.run('triggers.document_sent.operation.performUnsubscribe', { authData });
    await engine.run('triggers.document_sent.operation.performUnsubscribe', { authData, subscribeData: {} });
    expect(asked()).toEqual([]);
  });

  test('a webhook without a secret is taken back, as nothing could be verified', async () => {
    proxy.answer(({ method }) =>
      method === 'POST' ? { status: 201, body: { id: 'wh_1' } } : { status: 204 },
    );
    const failure = await failureOf(engine.subscribe('document_sent'));
    expect(failure.message).toContain('gave no secret for the webhook');
    expect(asked()).toEqual(['POST /v1/webhooks', 'DELETE /v1/webhooks/wh_1']);
  });

  test('the service’s own words where it takes no more webhooks', async () => {
    const hooks: ZapierHook[] = [];
    let failure;
    while (!failure && hooks.length < 30) {
      const call = engine.subscribe('document_sent');
      call.then((hook) => hooks.push(hook)).catch(() => undefined);
      failure = await call.then(() => undefined).catch(() => failureOf(call));
    }
    expect(hooks.length).toBeLessThanOrEqual(25);
    expect(failure?.name).toMatch(/AppError|HaltedError/);
    expect(failure?.message).toMatch(/25/);
    await Promise.all(hooks.map((hook) => hook.unsubscribe()));
  });
});

describe('a delivery', () => {
  test('gives the event as delivered, without asking the service anything', async () => {
    const { hook, delivery } = await hooked('document_sent');
    expect(await hook.perform(delivery)).toEqual([JSON.parse(delivery.content)]);
    expect(asked()).toEqual([]);
    await hook.unsubscribe();
  });

  test('of a completed document gives its recipients, and its files when they are used', async () => {
    const { hook, delivery, documentId } = await hooked('document_completed', { sign: true });
    const [item] = await hook.perform<Record<string, string>>(delivery);
    expect(asked()).toEqual([`GET /v1/documents/${documentId}`]);
    expect(item).toMatchObject({
      ...JSON.parse(delivery.content),
      recipients: [{ role: 'Signer', name: 'Sam', email: 'sam@example.com', status: 'signed' }],
    });
    for (const [key, end] of [
      ['pdf', 'file'],
      ['certificate', 'certificate'],
    ] as const) {
      const file = await fetch(await engine.hydrate(item![key]!));
      expect((await file.text()).slice(0, 5)).toBe('%PDF-');
      expect(asked().at(-1)).toBe(`GET /v1/documents/${documentId}/${end}`);
    }
    await hook.unsubscribe();
  });

  test.each<[string, object]>([
    ['is gone', { status: 404, body: errorBody('not_found', 'No.') }],
    ['cannot be read just now', { status: 503, body: '' }],
    ['is out of reach', { cut: true }],
    ['may not be read so often', { status: 429, body: errorBody('rate_limited', 'Slow down.') }],
  ])('goes out with the same keys where the document %s', async (_, answer) => {
    const { hook, delivery } = await hooked('document_completed', { sign: true });
    proxy.answer(({ path }) => (path.includes('/documents/') ? answer : undefined));
    const [item] = await hook.perform(delivery);
    expect(item).toMatchObject({ event: 'document.completed', recipients: [] });
    expect(Object.keys(item!).sort()).toEqual(
      Object.keys(engine.app.triggers.document_completed.operation.sample).sort(),
    );
    await hook.unsubscribe();
  });

  test('is known by its header in any spelling, with and without Http-', async () => {
    for (const name of [
      'Http-X-Service-Signature',
      'X-Service-Signature',
      'x-service-signature',
      'HTTP_X_SERVICE_SIGNATURE',
    ]) {
      const { hook, delivery } = await hooked('document_sent');
      const { 'Http-X-Service-Signature': signature, ...headers } = delivery.headers;
      expect(await hook.perform({ ...delivery, headers: { ...headers, [name]: signature! } })).toHaveLength(
        1,
      );
      await hook.unsubscribe();
    }
  });

  test('of any bytes is verified as it came: other key order, spacing and escapes', async () => {
    const { hook, delivery } = await hooked('document_sent');
    const event = JSON.parse(delivery.content) as { id: string };
    const content = JSON.stringify(
      Object.fromEntries(Object.entries({ ...event, id: 'evt_ü/1' }).reverse()),
      null,
      '\t',
    )
      .replace('ü', '\\u00fc')
      .replace('/', '\\/');
    expect(await hook.perform(signed({ hook }, content))).toEqual([{ ...event, id: 'evt_ü/1' }]);
    await hook.unsubscribe();
  });

  test('without a valid signature runs nothing', async () => {
    const { hook, delivery } = await hooked('document_sent');
    const now = Math.floor(Date.now() / 1000);
    const forged = (headers: Record<string, string>, content = delivery.content): RawRequest => ({
      ...delivery,
      headers,
      content,
    });
    const bad: [string, RawRequest][] = [
      ['no header', forged({})],
      [
        'another secret',
        forged({ 'Http-X-Service-Signature': signPayload('another', delivery.content, now) }),
      ],
      ['another body', forged(delivery.headers, delivery.content.replace('document.sent', 'document.void'))],
      ['a space more', forged(delivery.headers, `${delivery.content} `)],
      ['nonsense', forged({ 'Http-X-Service-Signature': 't=1,v1=nonsense' })],
      ['an empty body', { ...signed({ hook }, ''), content: '' }],
      ['no JSON', signed({ hook }, 'hello')],
      ['no event', signed({ hook }, '{"a":1}')],
      ['another kind', signed({ hook }, delivery.content.replace('document.sent', 'document.voided'))],
    ];
    for (const [what, request] of bad) {
      const items = await engine.run('triggers.document_sent.operation.perform', {
        subscribeData: hook.subscribeData,
        rawRequest: request,
      });
      expect({ what, items }).toEqual({ what, items: [] });
    }
    for (const subscribeData of [undefined, {}, { ...hook.subscribeData, secret: '' }]) {
      const items = await engine.run('triggers.document_sent.operation.perform', {
        subscribeData,
        rawRequest: delivery,
      });
      expect(items).toEqual([]);
    }
    expect(
      await engine.run('triggers.document_sent.operation.perform', { subscribeData: hook.subscribeData }),
    ).toEqual([]);
    expect(asked()).toEqual([]);
    await hook.unsubscribe();
  });
});

describe('Zapier runs late', () => {
  test('an event that the service holds still counts, and is not asked for within 300 seconds', async () => {
    const { hook, delivery } = await hooked('document_sent');
    expect(await hook.perform(signed({ hook }, delivery.content, 290))).toHaveLength(1);
    expect(asked()).toEqual([]);
    const later = await hooked('document_sent');
    expect(await later.hook.perform(signed(later, later.delivery.content, 100_000))).toHaveLength(1);
    expect(asked()).toEqual(['GET /v1/events?type=document.sent&limit=100']);
    await Promise.all([hook.unsubscribe(), later.hook.unsubscribe()]);
  });

  test.each([300, 4000, -301])(
    'an event that the service does not know, %i seconds old, runs nothing',
    async (secondsAgo) => {
      const { hook, delivery } = await hooked('document_sent');
      const content = delivery.content.replace(/evt_\w+/, 'evt_unknown');
      expect(await hook.perform(signed({ hook }, content, secondsAgo))).toEqual([]);
      await hook.unsubscribe();
    },
  );

  test('where the service cannot say it, Zapier tries again, and the event is not lost', async () => {
    const { hook, delivery } = await hooked('document_sent');
    const late = signed({ hook }, delivery.content, 1000);
    proxy.answer(() => ({
      status: 429,
      headers: { 'Retry-After': '5' },
      body: errorBody('rate_limited', 'Slow down.'),
    }));
    expect(await failureOf(hook.perform(late))).toMatchObject({ name: 'ThrottledError', delay: 5 });
    proxy.answer(() => undefined);
    expect(await hook.perform(late)).toHaveLength(1);
    await hook.unsubscribe();
  });
});

describe('an event that was there before', () => {
  test('is ignored on the same subscription, and kept on another', async () => {
    const other = await engine.subscribe('document_sent');
    const { hook, delivery } = await hooked('document_sent');
    const otherDelivery = await other.next();
    expect(JSON.parse(otherDelivery.content)).toEqual(JSON.parse(delivery.content));
    expect(await hook.perform(delivery)).toHaveLength(1);
    expect(await hook.perform(delivery)).toEqual([]);
    // Tried again by the service: the same bytes, signed anew.
    expect(await hook.perform(signed({ hook }, delivery.content, 30))).toEqual([]);
    expect(await other.perform(otherDelivery)).toHaveLength(1);
    expect(await other.perform(otherDelivery)).toEqual([]);
    await Promise.all([hook.unsubscribe(), other.unsubscribe()]);
  });

  test('runs once where it comes twice at once', async () => {
    const { hook, delivery } = await hooked('document_sent');
    const runs = await Promise.all(Array.from({ length: 5 }, () => hook.perform(delivery)));
    expect(runs.flat()).toHaveLength(1);
    await hook.unsubscribe();
  });

  test('is not lost where a run ends before its item is made', async () => {
    const { hook, delivery, documentId } = await hooked('document_completed', { sign: true });
    proxy.answer(({ path }) => (path.includes(documentId) ? { delay: 500, forward: true } : undefined));
    const killed = hook.perform(delivery);
    while (!asked().includes(`GET /v1/documents/${documentId}`))
      await new Promise((resolve) => setTimeout(resolve, 5));
    // What Zapier ends here has left no mark.
    const { id } = JSON.parse(delivery.content) as { id: string };
    expect([...engine.cache.entries.keys()].filter((key) => key.includes(id))).toEqual([]);
    const again = await Promise.all([killed, hook.perform(delivery), hook.perform(delivery)]);
    expect(again.flat()).toHaveLength(1);
    proxy.requests.splice(0);
    expect(await hook.perform(delivery)).toEqual([]);
    expect(asked()).toEqual([]);
    await hook.unsubscribe();
  });

  test('is remembered for a time in whole seconds, under subscription and event', async () => {
    const { hook, delivery } = await hooked('document_sent');
    await hook.perform(delivery);
    const { id } = JSON.parse(delivery.content) as { id: string };
    const [key, entry] = [...engine.cache.entries].find(([name]) => name.includes(id))!;
    expect(key).toContain(hook.subscribeData.id);
    expect(entry.ttl).toBe(7 * 24 * 3600);
    await hook.unsubscribe();
  });

  test('is let through where the cache fails', async () => {
    const { hook, delivery } = await hooked('document_sent');
    engine.cache.fails = true;
    try {
      expect(await hook.perform(delivery)).toHaveLength(1);
      expect(await hook.perform(delivery)).toHaveLength(1);
    } finally {
      engine.cache.fails = false;
    }
    await hook.unsubscribe();
  });
});

describe('the list for testing a trigger', () => {
  const EVENTS = Array.from({ length: 100 }, (_, index) => ({
    id: `evt_${index}`,
    event: index % 2 ? 'document.sent' : 'document.completed',
    createdAt: '2026-11-20T10:00:00Z',
    document: { id: `doc_${index}`, name: 'Lease', reference: '', status: 'completed' },
    actor: { name: 'Ada', email: 'ada@example.com', role: '' },
    details: {},
  }));
  const recipient = (id: string) => ({ role: 'Signer', email: `${id}@example.com`, name: id });

  beforeEach(() => {
    proxy.answer(({ path }) => {
      const { pathname, searchParams } = new URL(path, proxy.origin);
      const type = searchParams.get('type');
      if (pathname === '/v1/events') {
        const found = EVENTS.map((event) => (type ? { ...event, event: type } : event));
        return { body: { data: found.slice(0, Number(searchParams.get('limit') ?? 25)) } };
      }
      if (pathname === '/v1/documents') {
        const data = EVENTS.slice(0, 90).map(({ document: { id } }) => ({ id, recipients: [recipient(id)] }));
        return { body: { data, page: 1, limit: 100, hasMore: false } };
      }
      const id = pathname.split('/').pop()!;
      return { body: { id, recipients: [recipient(id)] } };
    });
  });

  const list = (trigger: string, bundle: object = {}) =>
    engine.run<{ id: string; event: string; recipients: { name: string }[] }[]>(
      `triggers.${trigger}.operation.performList`,
      {
        authData,
        ...bundle,
      },
    );

  test('100 events come in one request', async () => {
    expect(await list('document_sent')).toHaveLength(100);
    expect(asked()).toEqual(['GET /v1/events?type=document.sent&limit=100']);
  });

  test('of completed documents: one request more for the recipients of all', async () => {
    const items = await list('document_completed');
    expect(asked()).toEqual([
      'GET /v1/events?type=document.completed&limit=100',
      'GET /v1/documents?status=completed&limit=100',
    ]);
    expect(items[5]?.recipients).toMatchObject([recipient('doc_5')]);
    // Further back than the list of documents goes.
    expect(items[95]?.recipients).toEqual([]);
  });

  test('a sample has three items at most, with the recipients of each', async () => {
    const items = await list('document_completed', { meta: { isLoadingSample: true } });
    expect(items.map(({ recipients }) => recipients[0]?.name)).toEqual(['doc_0', 'doc_1', 'doc_2']);
    expect(asked()).toHaveLength(1 + 3);
    expect(await list('document_sent', { meta: { isLoadingSample: true } })).toHaveLength(3);
  });

  test('several kinds are picked from the latest of all, in one request', async () => {
    const inputData = { events: ['document.sent', 'document.voided'] };
    const items = await list('event', { inputData });
    expect(new Set(items.map(({ event }) => event))).toEqual(new Set(['document.sent']));
    expect(items).toHaveLength(50);
    expect(asked()).toEqual(['GET /v1/events?limit=100']);
    expect(await list('event', { inputData, meta: { isLoadingSample: true } })).toHaveLength(3);
  });

  test('no event yet is an empty list', async () => {
    proxy.answer(() => ({ body: { data: [] } }));
    expect(await list('document_completed')).toEqual([]);
    expect(await list('event')).toEqual([]);
  });

  test('gaps in a list are left out', async () => {
    const event = { id: 'e', event: 'document.completed', document: { id: 'd' } };
    proxy.answer(({ path }) =>
      path.startsWith('/v1/events')
        ? { body: { data: [null, event, 7] } }
        : { body: { data: [null, { id: 'd', recipients: 'x' }] } },
    );
    expect(await list('document_completed')).toMatchObject([{ id: 'e', recipients: [] }]);
  });

  test('parts that a service leaves out are there, empty', async () => {
    proxy.answer(() => ({
      body: { data: [{ id: 'e', event: 'document.sent', document: { id: 'd' }, actor: null }] },
    }));
    expect(await list('document_sent')).toEqual([
      {
        id: 'e',
        event: 'document.sent',
        createdAt: null,
        document: { id: 'd', name: '', reference: '', status: '' },
        actor: { name: '', email: '', role: '' },
        details: {},
      },
    ]);
  });
});
