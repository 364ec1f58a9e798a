import type { PagesOptions } from '../../src/pages/register.ts';
import { memoryPort, rentalDocument, TOKEN } from './memory-port.ts';
import type { MemoryPort } from './memory-port.ts';
import { servePages, stopServing } from './serve-pages.ts';

afterEach(stopServing);

/** Keeps the cookie from page to page. */
async function browser(port: MemoryPort, options: PagesOptions = {}) {
  const request = await servePages(port, options);
  let cookie = '';
  const visit = async (url: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await request(url, {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      headers: { cookie, ...headers },
    });
    const set = answer.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0]!;
    return { ...answer, set };
  };
  const formKey = async () => /name="form-key" value="([^"]+)"/.exec((await visit('/documents')).body)![1]!;
  return { visit, formKey, signIn: () => visit('/sign-in', { token: TOKEN }) };
}

describe('signing in', () => {
  test('keeps the token out of the browser', async () => {
    const { visit, signIn } = await browser(memoryPort());
    expect((await visit('/documents')).location).toBe('/');
    expect((await visit('/')).body).toContain('name="token"');
    const { status, location, set } = await signIn();
    expect([status, location]).toEqual([303, '/documents']);
    expect(set).toMatch(/HttpOnly; SameSite=Lax$/);
    expect(set).not.toContain(TOKEN);
    expect((await visit('/documents')).status).toBe(200);
    expect((await visit('/')).location).toBe('/documents');
  });

  test('says that a token is not valid, and does not show it again', async () => {
    const { visit } = await browser(memoryPort());
    const { status, body } = await visit('/sign-in', { token: 'wrong-token' });
    expect(status).toBe(422);
    expect(body).toContain('This token is not valid');
    expect(body).not.toContain('wrong-token');
  });

  test('ends with signing out, with the token, and with time', async () => {
    const port = memoryPort();
    let now = 0;
    const { visit, formKey, signIn } = await browser(port, {
      now: () => now,
      publicUrl: 'https://sign.example.com',
    });
    expect((await signIn()).set).toContain('; Secure');
    expect((await visit('/sign-out', { 'form-key': await formKey() })).set).toContain('Max-Age=0');
    expect((await visit('/documents')).status).toBe(303);
    await signIn();
    port.revoked = true;
    expect((await visit('/documents')).status).toBe(303);
    port.revoked = false;
    expect((await visit('/documents')).status).toBe(303);
    await signIn();
    now += 9 * 60 * 60 * 1000;
    expect((await visit('/documents')).status).toBe(303);
  });
});

describe('the documents', () => {
  test('are listed by page and status', async () => {
    const port = memoryPort(
      Array.from({ length: 30 }, (_, index) =>
        rentalDocument({ id: `doc/${index}`, name: `Lease <${index}>` }),
      ),
    );
    const { visit, signIn } = await browser(port);
    await signIn();
    const { body } = await visit('/documents?status=in_progress&search=Lease');
    expect(body).toContain('Lease &lt;0&gt;');
    expect(body).toContain('href="/documents/doc%2F0"');
    expect(body).toContain('href="/documents?status=in_progress&amp;search=Lease&amp;page=2"');
    expect(port.calls.at(-1)).toEqual([
      'listDocuments',
      { status: 'in_progress', search: 'Lease', page: 1, limit: 25 },
    ]);
    expect((await visit('/documents?status=nonsense&page=-3')).status).toBe(200);
    expect(port.calls.at(-1)).toEqual(['listDocuments', { page: 1, limit: 25 }]);
  });

  test('show recipients, history and what can be done', async () => {
    const { visit, signIn } = await browser(memoryPort());
    await signIn();
    const { body } = await visit('/documents/doc_8f3KxQ2mZpL0aVb');
    for (const words of [
      'tenant@example.com',
      'Waiting for their turn',
      'to: x@example.com',
      '/document.pdf',
      'Send a reminder',
    ]) {
      expect(body).toContain(words);
    }
    expect(body).not.toContain('certificate.pdf');
    expect(body).not.toContain('tenant-key');
    expect((await visit('/documents/nope')).status).toBe(404);
    expect((await visit('/documents/doc_8f3KxQ2mZpL0aVb/certificate.pdf')).status).toBe(409);
    expect((await visit('/documents/doc_8f3KxQ2mZpL0aVb/document.pdf')).headers.get('content-type')).toBe(
      'application/pdf',
    );
    expect((await visit('/webhooks')).status).toBe(200);
  });

  test('are reminded of and voided from forms of the session alone', async () => {
    const port = memoryPort();
    const { visit, formKey, signIn } = await browser(port);
    await signIn();
    const path = '/documents/doc_8f3KxQ2mZpL0aVb';
    const key = { 'form-key': await formKey() };
    const asked = () => port.calls.filter(([name]) => name === 'remind' || name === 'voidDocument');
    expect((await visit(`${path}/remind`, {})).status).toBe(403);
    expect((await visit(`${path}/void`, { 'form-key': 'guess' })).status).toBe(403);
    expect((await visit(`${path}/void`, key, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await visit(`${path}/void`, key, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(asked()).toEqual([]);

    expect((await visit(`${path}/remind`, key, { origin: 'null' })).location).toBe(path);
    expect((await visit(path)).body).toContain('A reminder went to x@example.com');
    expect((await visit(path)).body).not.toContain('A reminder went');

    const tooLong = await visit(`${path}/void`, { ...key, reason: 'x'.repeat(501) });
    expect(tooLong.status).toBe(422);
    expect(tooLong.body).toContain('At most 500 characters.');
    expect(tooLong.body).toContain('x'.repeat(501));
    expect((await visit(`${path}/void`, { ...key, reason: ' Wrong ' })).status).toBe(303);
    expect(asked().at(-1)).toEqual(['voidDocument', 'doc_8f3KxQ2mZpL0aVb', 'Wrong']);

    port.documents[0]!.status = 'completed';
    expect((await visit(`${path}/void`, key)).status).toBe(303);
    expect((await visit(path)).body).toContain('It is finished already.');
  });
});

test('what does not exist is a page for browsers, outside the API alone', async () => {
  const { visit } = await browser(memoryPort());
  expect((await visit('/nope')).body).toContain('<!doctype html>');
  expect((await visit('/v1/nope')).body).toContain('not_found');
  expect((await visit('/_local/nope')).body).toContain('not_found');
  expect((await visit('/nope', undefined, { accept: 'application/json' })).body).toContain('not_found');
});

test('style and script are served as what they are', async () => {
  const { visit } = await browser(memoryPort());
  expect((await visit('/pages/style.css')).headers.get('content-type')).toContain('text/css');
  expect((await visit('/pages/draw-signature.js')).headers.get('content-type')).toContain('text/javascript');
});
