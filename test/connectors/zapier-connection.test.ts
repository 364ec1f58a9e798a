import { failureOf } from './zapier-failure.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { errorBody, startProxy, type Proxy } from './zapier-proxy.ts';
import { type ZapierEngine } from './zapier-engine.ts';

let service: LocalService;
let proxy: Proxy;
let engine: ZapierEngine;

beforeAll(async () => {
  service = await startLocalService();
  proxy = await startProxy(service.url);
  engine = await service.engine();
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

const connect = (authData: Record<string, string>) => engine.run('authentication.test', { authData });

test('the account is read, and holds what the connection label shows', async () => {
  const account = await engine.run<Record<string, unknown>>('authentication.test');
  expect(account).toEqual(await service.api('GET', '/me'));
  const label = (engine.app.authentication.connectionLabel as string).replace(
    /{{(\w+)}}/g,
    (_, key: string) => String(account[key]),
  );
  expect(label).toBe('Ada Demo (ada@example.com)');
});

test('blanks around the base URL and the token, and a slash at its end, do no harm', async () => {
  const account = await connect({ base_url: ` ${service.baseUrl}/ `, token: ` ${service.tokens.ada}\n` });
  expect(account).toMatchObject({ email: 'ada@example.com' });
});

describe('a base URL that cannot be one is refused before anything is sent', () => {
  test.each([
    ['', 'No base URL is given'],
    ['sign.example.com', 'not a web address'],
    ['ftp://sign.example.com/v1', 'begins with https://'],
    ['http://sign.example.com/v1', 'so that the token is not sent in the clear'],
    ['https://sign.example.com', 'ends in the version'],
    ['https://sign.example.com/v1?x=1', 'without ? or #'],
    ['https://ada:pw@sign.example.com/v1', 'must not hold a user name or password'],
  ])('%p', async (base_url, words) => {
    const failure = await failureOf(connect({ base_url, token: service.tokens.ada }));
    expect(failure).toMatchObject({ name: 'AppError', message: expect.stringContaining(words) });
    expect(failure.message.match(/[.!?](\s|$)/g)!.length).toBeLessThanOrEqual(2);
    expect(failure.whole).not.toContain(service.tokens.ada);
  });
});

test('no service there', async () => {
  const gone = await startProxy();
  await gone.close();
  const failure = await failureOf(connect({ base_url: gone.baseUrl, token: 'x' }));
  expect(failure).toMatchObject({
    name: 'AppError',
    message: expect.stringContaining('No service answers at'),
  });
});

test('no such host', async () => {
  const failure = await failureOf(connect({ base_url: 'https://sign.invalid/v1', token: 'x' }));
  expect(failure.message).toMatch(/There is no host by the name|cannot be reached/);
  expect(failure.message).toContain('base URL');
});

test.each<[string, object]>([
  ['a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>Welcome</html>' }],
  [
    'a page that is not found',
    { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>404</h1>' },
  ],
  ['an empty answer', { status: 200, body: '' }],
])('another server answers with %s', async (_, answer) => {
  proxy.answer(() => answer);
  const failure = await failureOf(connect({ base_url: proxy.baseUrl, token: 'x' }));
  expect(failure).toMatchObject({
    name: 'AppError',
    message: expect.stringMatching(/not (as )?the document signing API|check the base URL/),
  });
  proxy.answer(() => undefined);
});

describe('a token that is not accepted', () => {
  test.each(['revoked', 'expired', 'disabled'] as const)('%s', async (which) => {
    const failure = await failureOf(connect({ base_url: service.baseUrl, token: service.tokens[which] }));
    expect(failure.name).toBe('ExpiredAuthError');
    expect(failure.message).toMatch(/token|account/);
    expect(failure.message).toMatch(/reconnect the account in Zapier\.$/);
    expect(failure.message).not.toContain('What happened');
    expect(failure.whole).not.toContain(service.tokens[which]);
  });
  test('unknown', async () => {
    expect((await failureOf(connect({ base_url: service.baseUrl, token: 'nonsense' }))).name).toBe(
      'ExpiredAuthError',
    );
  });
  test.each([
    ['', 'No token is given'],
    ['two\nlines', 'characters that no token has'],
    ['schlüssel', 'characters that no token has'],
  ])('%j', async (token, words) => {
    const failure = await failureOf(connect({ base_url: service.baseUrl, token }));
    expect(failure.message).toContain(words);
    if (token) expect(failure.whole).not.toContain(token);
  });
});

describe('what the service cannot do just now', () => {
  afterEach(() => proxy.answer(() => undefined));
  const me = () => failureOf(connect({ base_url: proxy.baseUrl, token: service.tokens.ada }));

  test.each([
    ['17', 17],
    [new Date(Date.now() + 90_000).toUTCString(), expect.any(Number)],
    [undefined, undefined],
  ])('429 with Retry-After %p is tried again after that wait', async (wait, delay) => {
    proxy.answer(() => ({
      status: 429,
      headers: { ...(wait !== undefined && { 'Retry-After': wait }) },
      body: errorBody('rate_limited', 'Too many requests.'),
    }));
    const failure = await me();
    expect(failure).toMatchObject({ name: 'ThrottledError', message: 'Too many requests.' });
    expect(failure.delay).toEqual(delay);
  });

  test.each([500, 502, 503, 504])('%i is said in plain words', async (status) => {
    proxy.answer(() => ({ status, headers: { 'Content-Type': 'text/html' }, body: '<h1>oops</h1>' }));
    const failure = await me();
    expect(failure).toMatchObject({ name: 'AppError', status });
    expect(failure.message).toBe(`The service has a problem of its own (status ${status}): try again later.`);
  });

  test('a cut connection', async () => {
    proxy.answer(() => ({ cut: true }));
    expect((await me()).message).toContain('was cut before the service had answered');
  });
});

describe('the token goes to the base URL’s origin alone', () => {
  test('a redirect elsewhere is not followed, and says where it leads', async () => {
    const elsewhere = await startProxy();
    elsewhere.answer(() => ({ body: { id: 'x', name: 'Eve', email: 'eve@example.com' } }));
    proxy.answer(() => ({ status: 302, headers: { Location: `${elsewhere.baseUrl}/me` } }));
    const failure = await failureOf(connect({ base_url: proxy.baseUrl, token: service.tokens.ada }));
    expect(failure.message).toContain(`redirects to ${elsewhere.baseUrl}/me`);
    expect(elsewhere.requests).toEqual([]);
    proxy.answer(() => undefined);
    await elsewhere.close();
  });

  test('a PDF in a file store elsewhere is fetched without it', async () => {
    const store = await startProxy();
    store.answer(() => ({ headers: { 'Content-Type': 'application/pdf' }, body: Buffer.from('%PDF-1.7') }));
    proxy.answer(({ path }) =>
      path.endsWith('/file') ? { status: 302, headers: { Location: `${store.origin}/a.pdf` } } : undefined,
    );
    const { file } = await engine.run<{ file: string }>('creates.download_document.operation.perform', {
      authData: { base_url: proxy.baseUrl, token: service.tokens.ada },
      inputData: { document_id: 'doc_1' },
    });
    expect(await (await fetch(file)).text()).toBe('%PDF-1.7');
    expect(store.requests).toHaveLength(1);
    expect(JSON.stringify(store.requests)).not.toContain(service.tokens.ada);
    proxy.answer(() => undefined);
    await store.close();
  });
});
