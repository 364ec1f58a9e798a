import { buffer, text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { ApiError, SigningClient } from '../../src/index.ts';
import { axiosTransport } from '../../src/axios.ts';
import { json, oddService, type OddService } from './odd-service.ts';

let service: OddService;
afterEach(() => service?.close());

const caught = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('requests', () => {
  test('each endpoint of section 4 is asked as documented', async () => {
    service = await oddService((request, response) => {
      if (request.method === 'DELETE') return void response.writeHead(204).end();
      if (/file$|certificate$/.test(request.url ?? '')) {
        return void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-');
      }
      json(response, 200, {
        id: 'x',
        data: [{ id: 'a' }],
        events: ['document.sent'],
        secret: 's',
        schema: {},
      });
    });
    const client = service.client();
    await client.me();
    await client.templates({ search: 'a b', limit: 5, page: 2 });
    await client.template('t');
    await client.templateSchema('t');
    await client.send('t', { recipients: [] });
    await client.documents({ status: 'completed', reference: 'r/1', updatedSince: '2026-01-01T00:00:00Z' });
    await client.document('d');
    expect(await text((await client.file('d')).body)).toBe('%PDF-');
    await text((await client.certificate('d')).body);
    expect(await client.history('d')).toEqual([{ id: 'a' }]);
    await client.remind('d');
    await client.void('d', { reason: 'no', notify: false });
    expect(await client.events({ type: 'document.sent', limit: 3 })).toEqual([{ id: 'a' }]);
    expect((await client.webhooks()).events).toEqual(['document.sent']);
    await client.createWebhook({ url: 'https://example.com/' });
    await client.webhook('w');
    await client.deleteWebhook('w');
    expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/me',
      'GET /v1/templates?search=a%20b&limit=5&page=2',
      'GET /v1/templates/t',
      'GET /v1/templates/t/schema',
      'POST /v1/templates/t/send',
      'GET /v1/documents?status=completed&reference=r%2F1&updatedSince=2026-01-01T00%3A00%3A00Z',
      'GET /v1/documents/d',
      'GET /v1/documents/d/file',
      'GET /v1/documents/d/certificate',
      'GET /v1/documents/d/history',
      'POST /v1/documents/d/remind',
      'POST /v1/documents/d/void',
      'GET /v1/events?type=document.sent&limit=3',
      'GET /v1/webhooks',
      'POST /v1/webhooks',
      'GET /v1/webhooks/w',
      'DELETE /v1/webhooks/w',
    ]);
    const remind = service.requests[10]!;
    expect(remind.body).toBe('');
    expect(remind.headers['content-type']).toBeUndefined();
    expect(service.requests[11]!.body).toBe('{"reason":"no","notify":false}');
    for (const { headers } of service.requests) expect(headers.authorization).toBe('Bearer secret-token');
  });

  test.each([
    ['a/b', 'a%2Fb'],
    ['ü x', '%C3%BC%20x'],
    ['?#%', '%3F%23%25'],
  ])('the id %s is encoded in the path', async (id, encoded) => {
    service = await oddService((_, response) => json(response, 200, { id }));
    await service.client().document(id);
    expect(service.requests[0]!.url).toBe(`/v1/documents/${encoded}`);
  });

  test.each(['', '  ', '.', '..'])('the id %j never becomes a path', async (id) => {
    service = await oddService((_, response) => json(response, 200, {}));
    await caught(Promise.resolve().then(() => service.client().document(id)));
    expect(service.requests).toHaveLength(0);
  });
});

describe('the token', () => {
  test('stays with the base URL: a redirect of JSON to another origin is an error that says what to enter', async () => {
    const other = await oddService((_, response) => json(response, 200, { id: 'me' }));
    service = await oddService((_, response) =>
      response.writeHead(301, { location: `${other.origin}/v1/me` }).end(),
    );
    const error = await caught(service.client().me());
    expect(error.message).toContain('as the base URL');
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  test('is not taken along to a file store', async () => {
    const store = await oddService((_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-store'),
    );
    service = await oddService((_, response) =>
      response.writeHead(302, { location: `${store.origin}/bucket/x?sig=1` }).end(),
    );
    expect(await text((await service.client().file('d')).body)).toBe('%PDF-store');
    expect(store.requests[0]!.headers.authorization).toBeUndefined();
    await store.close();
  });

  test('goes along on the same origin, for reads only', async () => {
    service = await oddService((request, response) =>
      request.url === '/v1/me'
        ? response.writeHead(307, { location: '/v1/accounts/me' }).end()
        : json(response, 200, { id: 'me' }),
    );
    expect(await service.client().me()).toEqual({ id: 'me' });
    expect(service.requests[1]!.headers.authorization).toBe('Bearer secret-token');
  });

  test('a POST is not repeated along a redirect', async () => {
    service = await oddService((_, response) => response.writeHead(307, { location: '/v1/elsewhere' }).end());
    await caught(service.client().send('t', { recipients: [] }));
    expect(service.requests).toHaveLength(1);
  });
});

describe('the token in errors', () => {
  test('a service that repeats it is not repeated', async () => {
    service = await oddService((_, response) =>
      json(response, 422, {
        error: { code: 'x', message: 'Bad secret-token.', details: { problems: ['secret-token is bad.'] } },
      }),
    );
    const error = await caught(service.client().me());
    expect(inspect(error, { depth: 9 })).not.toContain('secret-token');
    expect(error).toMatchObject({ message: 'Bad ***.', problems: ['*** is bad.'], status: 422 });
  });

  test('nor is an address that holds it', async () => {
    service = await oddService((_, response) =>
      response.writeHead(302, { location: 'https://other.example.com/secret-token/x' }).end(),
    );
    expect((await caught(service.client().me())).message).toContain('https://other.example.com/***/x');
  });

  test('nor is it in what caused an error', async () => {
    service = await oddService((request) => request.socket.destroy());
    const error = await caught(service.client({ retry: { tries: 1 } }).me());
    expect(error.code).toBe('unreachable');
    expect(inspect(error, { depth: 9 })).not.toContain('secret-token');
  });
});

describe('errors', () => {
  test('carry status, code, problems and wait', async () => {
    service = await oddService((_, response) =>
      json(
        response,
        422,
        {
          error: { code: 'invalid_request', message: 'Two things.', details: { problems: ['One.', 'Two.'] } },
        },
        { 'retry-after': '7' },
      ),
    );
    const error = await caught(service.client().send('t', { recipients: [] }));
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid_request',
      message: 'Two things.',
      problems: ['One.', 'Two.'],
      retryAfter: 7,
    });
  });

  test.each([
    ['an HTML page', '<h1>Bad gateway</h1>', 502],
    ['nothing', '', 500],
    ['an error without a code', '{"error":{"message":"Sorry."}}', 400],
    ['problems of a wrong type', '{"error":{"message":"Sorry.","details":{"problems":"x"}}}', 422],
  ])('%s as the body still gives one sentence', async (_, body, status) => {
    service = await oddService((_request, response) => response.writeHead(status).end(body));
    const error = await caught(service.client({ retry: { tries: 1 } }).me());
    expect(error.status).toBe(status);
    expect(error.problems).toEqual([]);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(error.message).not.toContain('<');
  });

  test('the error of a download is read from its stream', async () => {
    service = await oddService((_, response) =>
      json(response, 409, { error: { code: 'document_not_completed', message: 'Not completed yet.' } }),
    );
    const error = await caught(service.client().certificate('d'));
    expect(error).toMatchObject({ status: 409, message: 'Not completed yet.' });
  });

  test.each([
    [404, '<html>nginx</html>', 'not_the_api'],
    [200, '<html>Welcome</html>', 'not_the_api'],
    [200, '[]', 'not_the_api'],
    [405, '', 'not_the_api'],
  ])('a base URL where something else answers (%i) is named', async (status, body, code) => {
    service = await oddService((_, response) => response.writeHead(status).end(body));
    const error = await caught(service.client().me());
    expect(error.code).toBe(code);
    expect(error.message).toContain('base URL');
  });

  test.each([
    ['me', (client: SigningClient) => client.me()],
    ['templates', (client: SigningClient) => client.templates()],
    ['createWebhook', (client: SigningClient) => client.createWebhook({ url: 'https://example.com/' })],
  ])('%s cannot be missing: a 404 means a wrong base URL, whoever says it', async (_, call) => {
    service = await oddService((_request, response) =>
      json(response, 404, { error: { code: 'not_found', message: 'There is nothing at this address.' } }),
    );
    const error = await caught(call(service.client()));
    expect(error).toMatchObject({ status: 404, code: 'not_the_api' });
    expect(error.message).toContain('check the base URL');
  });

  test('a 404 tells what was asked for, in the service’s words where it has any', async () => {
    let body = '{"error":{"code":"not_found","message":"No such template."}}';
    service = await oddService((_request, response) => response.writeHead(404).end(body));
    const said = await caught(service.client().template('tpl/1'));
    expect(said).toMatchObject({ message: 'No such template.', subject: { kind: 'template', id: 'tpl/1' } });
    body = '<html>Not found</html>';
    const silent = await caught(service.client().document('doc_1'));
    expect(silent.message).toMatch(/no document with the id “doc_1” .* check the base URL/);
  });

  test('a redirect on the same origin that leads nowhere says so', async () => {
    service = await oddService((_request, response) =>
      response.writeHead(302, { location: '/login?next=x' }).end(),
    );
    const error = await caught(service.client().send('t', { recipients: [] }));
    expect(error.message).not.toContain('token');
    expect(error.message).toContain('to /login where it should answer');
  });

  test('an HTML page is never handed over as a PDF', async () => {
    service = await oddService((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Log in</html>'),
    );
    expect((await caught(service.client().file('d'))).code).toBe('not_the_api');
  });

  test('no service there', async () => {
    service = await oddService(() => undefined);
    const client = service.client({ retry: { tries: 1 } });
    await service.close();
    const error = await caught(client.me());
    expect(error).toMatchObject({ status: 0, code: 'unreachable' });
    expect(error.message).toMatch(/^No service answers at .* check the base URL/);
  });

  test('an unknown host', async () => {
    const client = new SigningClient({
      baseUrl: 'http://no-such-host.invalid/v1',
      token: 't',
      transport: axiosTransport(),
    });
    const error = await caught(client.me());
    expect(error.message).toMatch(/no host by the name|cannot be reached/);
  });

  test('no answer in time', async () => {
    service = await oddService(() => undefined);
    const client = new SigningClient({
      baseUrl: service.baseUrl,
      token: 't',
      transport: axiosTransport({ timeout: 150 }),
    });
    const error = await caught(client.send('t', { recipients: [] }));
    expect(error.message).toContain('did not answer in time');
    expect(error.unclear).toBe(true);
  });
});

describe('trying again', () => {
  const failing = (times: number, status: number, headers: object = {}) => {
    let left = times;
    return oddService((_, response) =>
      left-- > 0
        ? json(response, status, { error: { code: 'x', message: 'Not now.' } }, headers)
        : json(response, 200, { id: 'd' }),
    );
  };

  test('429 waits as long as Retry-After says, for sends too', async () => {
    service = await failing(2, 429, { 'retry-after': '3' });
    await service.client().send('t', { recipients: [] });
    expect(service.waits).toEqual([3000, 3000]);
    expect(service.requests).toHaveLength(3);
  });

  test('Retry-After may be an HTTP date', async () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    service = await failing(1, 429, { 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT' });
    await service.client({ now: () => now }).me();
    expect(service.waits).toEqual([9000]);
  });

  test('429 without a header waits longer each time, and ends', async () => {
    service = await failing(99, 429);
    expect((await caught(service.client().me())).status).toBe(429);
    expect(service.waits).toEqual([2000, 4000, 8000]);
  });

  test('a wait that is too long is left to the caller', async () => {
    service = await failing(99, 429, { 'retry-after': '600' });
    expect(await caught(service.client().me())).toMatchObject({ status: 429, retryAfter: 600 });
    expect(service.requests).toHaveLength(1);
  });

  test.each([502, 503, 504])('a read is repeated after %i', async (status) => {
    service = await failing(1, status);
    expect(await service.client().document('d')).toEqual({ id: 'd' });
  });

  test.each([500, 502, 503, 504])(
    'a send is never repeated after %i: it may have gone out',
    async (status) => {
      service = await failing(1, status);
      const error = await caught(service.client().send('t', { recipients: [] }));
      expect(error.unclear).toBe(true);
      expect(service.requests).toHaveLength(1);
    },
  );

  test('a send whose connection was cut is never repeated', async () => {
    service = await oddService((request) => request.socket.destroy());
    expect((await caught(service.client().send('t', { recipients: [] }))).unclear).toBe(true);
    expect(service.requests).toHaveLength(1);
  });

  test('a send whose success cannot be read is unclear, and nothing says to try it again', async () => {
    service = await oddService((_request, response) => response.writeHead(201).end('<html>ok</html>'));
    expect((await caught(service.client().send('t', { recipients: [] }))).unclear).toBe(true);
    await service.close();
    service = await oddService((request, response) => {
      response.writeHead(201, { 'content-length': 100 }).write('{"id":');
      setTimeout(() => request.socket.destroy(), 10);
    });
    const cut = await caught(service.client().send('t', { recipients: [] }));
    expect(cut.unclear).toBe(true);
    expect(cut.message).toMatch(/^The connection to .* was cut before the service had answered\.$/);
  });

  test.each([400, 404, 422, 429])('%i is clear: nothing was sent', async (status) => {
    service = await failing(9, status);
    expect(
      (await caught(service.client({ retry: { tries: 1 } }).send('t', { recipients: [] }))).unclear,
    ).toBe(false);
  });

  test('402 is final', async () => {
    service = await failing(1, 402);
    expect((await caught(service.client().send('t', { recipients: [] }))).status).toBe(402);
    expect(service.requests).toHaveLength(1);
  });
});

describe('downloads', () => {
  test('give size and the cleaned name', async () => {
    service = await oddService((_, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="x.pdf"; filename*=UTF-8''Miet%2Fvertrag%20%C5%81.pdf`,
          'content-length': 5,
        })
        .end('%PDF-'),
    );
    const download = await service.client().file('d');
    expect(download).toMatchObject({ size: 5, fileName: 'Miet-vertrag Ł.pdf' });
    expect((await buffer(download.body)).toString()).toBe('%PDF-');
  });

  test('are named after the document where the service gives no name', async () => {
    service = await oddService((_, response) => response.writeHead(200).end('%PDF-'));
    const client = service.client();
    const file = await client.file('doc/1');
    await text(file.body);
    expect(file.fileName).toBe('doc-1.pdf');
    const certificate = await client.certificate('d');
    await text(certificate.body);
    expect(certificate.fileName).toBe('d-certificate.pdf');
  });

  test('a transfer that is cut is an error, never a short file', async () => {
    service = await oddService((request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 1000 });
      response.write('%PDF-');
      setTimeout(() => request.socket.destroy(), 20);
    });
    const { body } = await service.client().file('d');
    await expect(buffer(body)).rejects.toThrow();
  });
});

test('a new webhook has its Location, and is deleted there', async () => {
  service = await oddService((request, response) =>
    request.method === 'POST'
      ? json(response, 201, { id: 'w', secret: 's' }, { location: '/v1/hooks/remove?key=w' })
      : response.writeHead(204).end(),
  );
  const client = service.client();
  const webhook = await client.createWebhook({ url: 'https://example.com/' });
  expect(webhook.location).toBe('/v1/hooks/remove?key=w');
  await client.deleteWebhook(webhook.id, webhook.location);
  expect(service.requests[1]).toMatchObject({ method: 'DELETE', url: '/v1/hooks/remove?key=w' });
});
