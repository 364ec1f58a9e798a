import { subscribe, unsubscribe } from '../../src/index.ts';
import { json, oddService, type OddService } from '../client/odd-service.ts';

let service: OddService;
afterEach(() => service.close());

const created = (location?: string) =>
  oddService((request, response) =>
    request.method === 'POST'
      ? json(response, 201, { id: 'wh/1', secret: 's3' }, location === undefined ? {} : { location })
      : response.writeHead(204).end(),
  );

const deletedAt = async (location?: string): Promise<string> => {
  service = await created(location);
  const client = service.client();
  await unsubscribe(
    client,
    await subscribe(client, { url: 'https://example.com/h', events: [], source: 'n8n' }),
  );
  return service.requests[1]!.url;
};

test('a subscription keeps id, location and secret, and says what added it', async () => {
  service = await created('/v1/webhooks/wh%2F1');
  const subscription = await subscribe(service.client(), {
    url: 'https://example.com/h',
    events: ['document.signed', 'document.signed'],
    source: 'n8n',
  });
  expect(subscription).toEqual({ id: 'wh/1', location: '/v1/webhooks/wh%2F1', secret: 's3' });
  expect(JSON.parse(service.requests[0]!.body)).toEqual({
    url: 'https://example.com/h',
    events: ['document.signed'],
    source: 'n8n',
  });
});

test.each([
  ['/v1/unsubscribe?hook=1', '/v1/unsubscribe?hook=1'],
  ['https://elsewhere.example.com/v1/webhooks/1', '/v1/webhooks/wh%2F1'],
  [undefined, '/v1/webhooks/wh%2F1'],
])('with the Location %s, DELETE goes to %s', async (location, expected) => {
  expect(await deletedAt(location)).toBe(expected);
});

test('a webhook that is gone already is no error', async () => {
  service = await oddService((_, response) =>
    json(response, 404, { error: { code: 'not_found', message: 'Gone.' } }),
  );
  await expect(unsubscribe(service.client(), { id: 'w' })).resolves.toBeUndefined();
});

test.each([404, 405, 410])(
  'an address that answers %i is not believed: the webhook’s own address is asked',
  async (status) => {
    service = await oddService((request, response) =>
      request.url === '/v1/webhooks/w'
        ? response.writeHead(204).end()
        : json(response, status, { error: { code: 'x', message: 'No.' } }),
    );
    await unsubscribe(service.client(), { id: 'w', location: '/hooks/w' });
    expect(service.requests.map(({ url }) => url)).toEqual(['/hooks/w', '/v1/webhooks/w']);
  },
);

test('another refusal at the address is an error', async () => {
  service = await oddService((_, response) => json(response, 409, { error: { code: 'x', message: 'No.' } }));
  await expect(unsubscribe(service.client(), { id: 'w', location: '/hooks/w' })).rejects.toMatchObject({
    status: 409,
  });
});

test('a webhook without a secret is taken back: nothing could be verified', async () => {
  service = await oddService((request, response) =>
    request.method === 'POST' ? json(response, 201, { id: 'w' }) : response.writeHead(204).end(),
  );
  await expect(
    subscribe(service.client(), { url: 'https://example.com/h', source: 'n8n' }),
  ).rejects.toMatchObject({ code: 'no_secret' });
  expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});
