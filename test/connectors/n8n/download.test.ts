import { byId, NODE, sending, startFixture, type Fixture } from './fixture.ts';
import { startRelay, type Relay } from './relay.ts';

let fixture: Fixture;
let relay: Relay;
let id: string;
beforeAll(async () => {
  fixture = await startFixture();
  relay = await startRelay(fixture.service.url);
  const [sent] = await fixture.items(sending('tpl_nda', { 'email:Signer': 'sam@example.com' }));
  id = String(sent!.json.id);
});
afterEach(() => {
  relay.intercept = undefined;
});
afterAll(async () => {
  await relay.close();
  await fixture.close();
});

const downloading = () => ({
  resource: 'document',
  operation: 'download',
  documentId: byId(id),
  file: 'pdf',
  binaryPropertyName: 'data',
});

describe('a transfer that is cut', () => {
  const CHUNK = Buffer.alloc(64 * 1024, '%PDF-1.7 ');

  it.each([
    ['with its length announced', { 'content-length': String(CHUNK.length * 4) }],
    ['in chunks', {}],
  ])('%s is an error, not a short file', async (_how, headers) => {
    relay.intercept = ({ url }, answer) => {
      if (!url!.endsWith('/file')) return false;
      answer.writeHead(200, { 'content-type': 'application/pdf', ...headers });
      answer.write(CHUNK);
      setTimeout(() => answer.destroy(), 50);
      return true;
    };
    const execution = await fixture.act(downloading(), { baseUrl: relay.baseUrl });
    expect(execution.status).toBe('error');
    expect(execution.error!.message).toMatch(/transfer.*was cut|aborted/i);
    expect(execution.items(NODE)).toEqual([]);
  });
});

describe('a redirect', () => {
  it('to a file store is followed without the token', async () => {
    const store = await startRelay(fixture.service.url);
    store.intercept = (_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 stored elsewhere');
      return true;
    };
    relay.intercept = ({ url }, answer) => {
      if (!url!.endsWith('/file')) return false;
      answer.writeHead(302, { location: `${store.baseUrl}/blob` }).end();
      return true;
    };
    const [item] = await fixture.items(downloading(), { baseUrl: relay.baseUrl });
    await store.close();
    expect((await fixture.engine.binary(item!.binary!.data!)).toString()).toBe('%PDF-1.7 stored elsewhere');
    expect(store.passed).toMatchObject([{ authorization: undefined }]);
  });
});

describe('an error where a PDF was asked for', () => {
  it('is told by the message in its body', async () => {
    await fixture.local('/faults', { count: 1, status: 403, pathPrefix: `/documents/${id}/file` });
    const { error } = await fixture.act(downloading());
    expect(error).toMatchObject({ httpCode: '403', message: 'A fault that was asked for: 403.' });
  });

  it('and a page in place of a PDF is none', async () => {
    relay.intercept = ({ url }, answer) => {
      if (!url!.endsWith('/file')) return false;
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
      return true;
    };
    const { error } = await fixture.act(downloading(), { baseUrl: relay.baseUrl });
    expect(error!.message).toMatch(/is not the document signing API/);
  });
});

describe('a large file', () => {
  it('is streamed: memory does not grow with it', async () => {
    // Large enough that what the garbage collector has not freed yet is small beside it.
    const size = 500 * 1024 * 1024;
    const chunk = Buffer.alloc(256 * 1024, 'x');
    relay.intercept = ({ url }, answer) => {
      if (!url!.endsWith('/file')) return false;
      answer.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(size) });
      let left = size;
      const write = (): void => {
        while (left > 0) {
          left -= chunk.length;
          if (!answer.write(chunk)) {
            answer.once('drain', write);
            return;
          }
        }
        answer.end();
      };
      write();
      return true;
    };
    const held = (): number => process.memoryUsage().arrayBuffers;
    const before = held();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, held())), 5);
    const [item] = await fixture.items(downloading(), { baseUrl: relay.baseUrl });
    clearInterval(watch);
    expect(item!.binary!.data!.bytes).toBe(size);
    expect(most - before).toBeLessThan(size / 2);
  });
});
