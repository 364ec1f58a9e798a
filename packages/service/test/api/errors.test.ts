import { connect } from 'node:net';
import { running, type TestService } from '../running.ts';

let service: TestService;
const reports: string[] = [];
beforeAll(async () => {
  service = await running({ report: (what) => reports.push(what) });
});

function raw(text: string | Buffer): Promise<string> {
  const { port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (part) => (answer += part.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    setTimeout(() => socket.destroy(), 3000).unref();
  });
}

const isError = (code: string) => ({ error: { code, message: expect.stringMatching(/\.$/) } });

test.each(['', 'Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer a b'])(
  '401 for Authorization %j',
  async (authorization) => {
    const response = await fetch(`${service.baseUrl}/me`, { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual(isError('unauthorized'));
  },
);

test('revoked, expired and disabled tokens answer 401, before anything else is judged', async () => {
  const { revoked, expired, disabled } = service.tokens!;
  for (const token of [revoked, expired, disabled, null]) {
    expect((await service.call('GET', '/me', undefined, token)).status).toBe(401);
    expect((await service.call('POST', '/templates/tpl_lease/send', '{broken', token)).status).toBe(401);
    expect((await service.call('GET', '/documents?limit=0', undefined, token)).status).toBe(401);
  }
});

test('both ways of authentication, the scheme in any case', async () => {
  for (const headers of [
    { authorization: `bearer ${service.ada}` },
    { authorization: `BEARER ${service.ada}` },
    { 'x-api-token': service.ada },
    { 'x-api-token': service.ada, authorization: 'Basic YTpi' },
  ] as Record<string, string>[]) {
    expect((await fetch(`${service.baseUrl}/me`, { headers })).status).toBe(200);
  }
});

test.each([
  ['POST', '/webhooks', '{broken', 400, 'malformed_request'],
  ['POST', '/documents/x/void', '{broken', 400, 'malformed_request'],
  ['POST', '/webhooks', `{"url":"${'x'.repeat(1_100_000)}"}`, 413, 'payload_too_large'],
  ['GET', '/nothing', undefined, 404, 'not_found'],
  ['GET', '/documents/doc_none', undefined, 404, 'not_found'],
  ['GET', '/documents/%00', undefined, 404, 'not_found'],
  ['GET', '/documents/%2F..%2F', undefined, 404, 'not_found'],
  ['GET', `/documents/${'x'.repeat(5000)}`, undefined, 404, 'not_found'],
  ['GET', `/documents/${'x'.repeat(9000)}`, undefined, 404, 'not_found'],
  ['GET', `/templates/${'x'.repeat(9000)}/schema`, undefined, 404, 'not_found'],
  ['DELETE', `/webhooks/${'%20'.repeat(4000)}`, undefined, 404, 'not_found'],
  ['GET', '/documents/%E0%A4%A', undefined, 400, 'malformed_request'],
  ['GET', '/templates/none/schema', undefined, 404, 'not_found'],
  ['POST', '/templates/none/send', { foo: 1 }, 404, 'not_found'],
  ['POST', '/documents/none/void', { foo: 1 }, 404, 'not_found'],
  ['DELETE', '/webhooks/none', undefined, 404, 'not_found'],
  ['PUT', '/webhooks/x', undefined, 405, 'method_not_allowed'],
  ['DELETE', '/documents', undefined, 405, 'method_not_allowed'],
])('%s %s', async (method, path, body, status, code) => {
  const answered = await service.call(method, path, body);
  expect(answered.status).toBe(status);
  expect(answered.body).toEqual(isError(code));
  expect(answered.text).not.toMatch(/\bat .*\.ts|node_modules/);
});

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

test.each([
  ['/templates/tpl_lease/send', `{"recipients":{},"fields":{"Address":${nested(20_000)}}}`],
  ['/templates/tpl_lease/send', `{"recipients":{},"fields":${nested(500_000)}}`],
  ['/templates/tpl_lease/send', `{"recipients":${objects(20_000)}}`],
  ['/templates/tpl_lease/send', `{"name":${nested(20_000)}}`],
  ['/templates/tpl_lease/send', nested(400_000)],
  ['/webhooks', `{"url":${objects(100_000)}}`],
  ['/documents/none/void', `{"reason":${nested(65)}}`],
])('values deep inside one another are refused, not stumbled over: %s', async (path, body) => {
  const answered = await service.call('POST', path, body);
  expect([answered.status, answered.body]).toEqual([400, isError('malformed_request')]);
  expect(answered.body.error.message).toMatch(/64 levels deep/);
  expect(reports).toEqual([]);
});

test('values a few levels deep are judged as what they are', async () => {
  const fields = `{"Address":${nested(50)},"Monthly rent":${objects(50)}}`;
  const answered = await service.call('POST', '/templates/tpl_lease/send', `{"fields":${fields}}`);
  expect(answered.status).toBe(422);
  expect(answered.text).toContain('takes a number');
});

test('405 says what is possible', async () => {
  expect((await service.call('PATCH', '/webhooks')).headers.get('allow')).toBe('GET, HEAD, POST');
});

test('the wrong content type answers 415', async () => {
  const headers = { authorization: `Bearer ${service.ada}`, 'content-type': 'text/plain' };
  const response = await fetch(`${service.baseUrl}/webhooks`, { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(415);
  expect(await response.json()).toEqual(isError('unsupported_media_type'));
});

test('a content type without a body means nothing', async () => {
  const { id } = await service.sendLease();
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const headers = { authorization: `Bearer ${service.ada}`, 'content-type': type };
    const response = await fetch(`${service.baseUrl}/documents/${id}/remind`, { method: 'POST', headers });
    expect(response.status).toBe(200);
  }
});

test('bytes that are no HTTP, broken UTF-8 and huge headers get the error body', async () => {
  expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*"code":"malformed_request"/);
  expect(await raw(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 [^]*"error"/,
  );
  const head = `POST /v1/webhooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Token: ${service.ada}\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n`;
  expect(await raw(Buffer.concat([Buffer.from(head), Buffer.from([0x22, 0xff, 0xfe, 0x22])]))).toMatch(
    /^HTTP\/1.1 400 [^]*UTF-8/,
  );
});

test('/_local is not there unless asked for', async () => {
  for (const method of ['GET', 'POST']) {
    const answered = await service.call(method, '/_local/clock', method === 'POST' ? {} : undefined);
    expect(answered.status).toBe(404);
    expect(answered.body).toEqual(isError('not_found'));
  }
});

test('an internal error says nothing of the inside', async () => {
  const reported: string[] = [];
  const broken = await running({
    report: (what) => reported.push(what),
    renderer: {
      document: () => Promise.reject(new Error('secret path /etc')),
      certificate: () => Promise.reject(new Error('x')),
    },
  });
  const { id } = await broken.sendLease();
  const answered = await broken.call('GET', `/documents/${id}/file`);
  expect(answered.status).toBe(500);
  expect(answered.body).toEqual(isError('internal'));
  expect(answered.text).not.toContain('secret');
  expect(reported).toHaveLength(1);
});
