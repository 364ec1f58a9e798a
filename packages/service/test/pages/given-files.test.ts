import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { drawable } from '../../src/pdf/given-picture.ts';
import { pdfReader } from '../pdf/read-pdf.ts';
import { drawnSignature } from '../pdf/sample-document.ts';
import { running, type Loose, type TestService } from '../running.ts';

let service: TestService;
const reports: string[] = [];
const reader = pdfReader();
afterAll(() => reader.stop());
beforeAll(async () => {
  service = await running({ localControls: true, report: (what) => reports.push(what) });
});
afterEach(() => expect(reports).toEqual([]));

const png = Buffer.from(drawnSignature().split(',')[1]!, 'base64');
/** One grey point. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);

async function sent(required = true): Promise<{ id: string; link: string }> {
  const { body: template } = await service.call('POST', '/_local/templates', {
    name: 'With files',
    roles: [{ role: 'Tenant' }],
    fields: [
      { role: 'Tenant', name: 'Name', required: true },
      { role: 'Tenant', name: 'So "called"', required: true },
      { role: 'Tenant', name: 'Identity card', type: 'picture', required },
      { role: 'Tenant', name: 'Proof "of" income/ü', type: 'attachment', required },
      { role: 'Tenant', name: 'Signature', type: 'signature', required: true },
    ],
  });
  const { body } = await service.call('POST', `/templates/${template.id}/send`, {
    recipients: { Tenant: { email: 'tim@example.com', name: 'Tim' } },
    sendEmails: false,
  });
  return { id: body.id, link: body.signingLinks[0].url };
}

const CARD = 'field:Identity card';
const PROOF = 'field:Proof "of" income/ü';

function form(files: Record<string, [Uint8Array, string]>, more: Record<string, string> = {}): FormData {
  const data = new FormData();
  const texts = {
    action: 'sign',
    'field:Name': 'Tim',
    'field:So "called"': 'x',
    signature: 'Tim',
    consent: 'yes',
    ...more,
  };
  for (const [name, value] of Object.entries(texts)) data.append(name, value);
  for (const [name, [bytes, fileName]] of Object.entries(files)) {
    data.append(name, new Blob([new Uint8Array(bytes)]), fileName);
  }
  return data;
}

const post = (link: string, body: FormData | URLSearchParams) =>
  fetch(link, { method: 'POST', body, redirect: 'manual' });

test.each([
  ['PNG', png],
  ['JPEG', jpeg],
])('a %s and an attachment go into the PDF and to the sender', async (_kind, picture) => {
  const { id, link } = await sent();
  const shown = await (await fetch(link)).text();
  expect(shown).toContain('enctype="multipart/form-data"');
  const proof = Buffer.from('%PDF-1.7 not really\0\xff', 'latin1');
  const answer = await post(
    link,
    form({ [CARD]: [picture, 'C:\\me\\card ü.img'], [PROOF]: [proof, '<b>lohn.pdf'] }),
  );
  expect(answer.status).toBe(303);
  expect((await service.call('GET', `/documents/${id}`)).body.status).toBe('completed');

  const file = await fetch(`${service.baseUrl}/documents/${id}/file`, {
    headers: { authorization: `Bearer ${service.ada}` },
  });
  const { pages, pictures } = await reader.read(new Uint8Array(await file.arrayBuffer()));
  const text = pages.join(' ').replace(/\s+/g, ' ');
  expect(text).toContain('Pictures and attachments');
  expect(text).toContain('card ü.img');
  expect(text.replace(/ /g, '')).toContain(createHash('sha256').update(proof).digest('hex'));
  expect(pictures).toBe(1);

  const signIn = await post(`${service.url}/sign-in`, new URLSearchParams({ token: service.ada }));
  const cookie = signIn.headers.get('set-cookie')!.split(';')[0]!;
  const visit = (path: string) => fetch(`${service.url}${path}`, { headers: { cookie }, redirect: 'manual' });
  const page = await (await visit(`/documents/${id}`)).text();
  expect(page).toContain('&lt;b&gt;lohn.pdf');
  const links = [...page.matchAll(/href="([^"]+\/file\?[^"]+)"/g)].map((match) => match[1]!);
  expect(links).toHaveLength(2);
  for (const [index, bytes] of [picture, proof].entries()) {
    const got = await visit(links[index]!);
    expect(got.status).toBe(200);
    expect(got.headers.get('content-type')).toBe('application/octet-stream');
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  }
  expect((await visit(`/documents/${id}/file?field=Name`)).status).toBe(404);
  expect((await visit(`/documents/none/file?field=Name`)).status).toBe(404);
  expect((await fetch(`${service.url}${links[0]}`, { redirect: 'manual' })).status).toBe(303);
});

const problemsIn = async (answer: Response): Promise<string[]> =>
  [...(await answer.text()).matchAll(/class="error"[^>]*>([^<]+)</g)].map((match) => match[1]!);

test('what is wrong with files stands beside their fields, and nothing is kept', async () => {
  const { id, link } = await sent();
  const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1);
  const wrong = await post(
    link,
    form({ [CARD]: [Buffer.from('GIF89a'), 'a.gif'], [PROOF]: [tooLarge, 'b'] }),
  );
  expect(wrong.status).toBe(422);
  expect(await problemsIn(wrong)).toEqual([
    expect.stringMatching(/PNG or JPEG/),
    expect.stringMatching(/at most 10 MB/),
  ]);
  const large = Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]);
  const empty = await post(link, form({ [CARD]: [large, 'a.jpg'], [PROOF]: [Buffer.alloc(0), 'empty.txt'] }));
  expect(await problemsIn(empty)).toEqual([
    expect.stringMatching(/at most 5 MB/),
    expect.stringMatching(/is empty/),
  ]);
  for (const none of [form({}), form({ [CARD]: [Buffer.alloc(0), ''], [PROOF]: [Buffer.alloc(0), ''] })]) {
    const missing = await post(link, none);
    expect(missing.status).toBe(422);
    expect(await problemsIn(missing)).toHaveLength(2);
  }
  const other = await post(link, form({ [CARD]: [png, 'a.png'], [PROOF]: [png, 'b'] }, { consent: '' }));
  expect(other.status).toBe(422);
  expect((await service.call('GET', `/documents/${id}`)).body.status).toBe('in_progress');
  expect(service.store.files.given(id, 'Identity card')).toBeNull();
});

test('a file exactly as large as allowed is taken', async () => {
  const { link } = await sent();
  const card = Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 - jpeg.length)]);
  const proof = Buffer.alloc(10 * 1024 * 1024, 'x');
  expect((await post(link, form({ [CARD]: [card, 'a.jpg'], [PROOF]: [proof, 'b.bin'] }))).status).toBe(303);
});

test('without required files, a form without files signs too, in either encoding', async () => {
  const texts = {
    action: 'sign',
    'field:Name': 'Tim',
    'field:So "called"': 'x',
    signature: 'Tim',
    consent: 'yes',
  };
  expect((await post((await sent(false)).link, new URLSearchParams(texts))).status).toBe(303);
  expect((await post((await sent(false)).link, form({}))).status).toBe(303);
  const required = await post((await sent()).link, new URLSearchParams(texts));
  expect([required.status, (await problemsIn(required)).length]).toEqual([422, 2]);
});

test('forms that no page of the service sends are refused in words', async () => {
  const { link } = await sent(false);
  const raw = (body: string, type = 'multipart/form-data; boundary=x') =>
    fetch(link, { method: 'POST', body, headers: { 'content-type': type } });
  expect((await raw('nonsense')).status).toBe(400);
  expect((await raw('x', 'multipart/form-data')).status).toBe(400);
  expect((await post(link, form({ a: [png, 'a'], b: [png, 'b'], c: [png, 'c'] }))).status).toBe(413);
  expect((await post(link, form({}, { 'field:Name': 'x'.repeat(5_000_000) }))).status).toBe(413);
  expect((await post(`${service.url}/sign/none`, form({ [CARD]: [png, 'a'] }))).status).toBe(404);
});

test('a test that signs by /_local needs no files', async () => {
  const { id } = await sent();
  const { body } = await service.call<Loose>('POST', `/_local/documents/${id}/act`, { act: 'sign' });
  expect(body.status).toBe('completed');
});

function chunk(type: string, data: Buffer, length = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

function pngOf(
  width: number,
  height: number,
  bits: number,
  colour: number,
  data: Buffer,
  end = true,
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colour, 0, 0, 0], 8);
  const parts = [png.subarray(0, 8), chunk('IHDR', head), chunk('IDAT', deflateSync(data))];
  return Buffer.concat(end ? [...parts, chunk('IEND', Buffer.alloc(0))] : parts);
}

test('pictures that cannot be drawn are told before they are taken', () => {
  expect(drawable(pngOf(2, 2, 8, 2, Buffer.alloc(14)))).not.toBeNull();
  expect(drawable(pngOf(2, 2, 16, 2, Buffer.alloc(26)))).not.toBeNull();
  for (const broken of [
    pngOf(2, 2, 8, 2, Buffer.alloc(13)),
    pngOf(2, 2, 8, 2, Buffer.alloc(14), false),
    pngOf(0, 2, 8, 2, Buffer.alloc(14)),
    pngOf(60_000, 60_000, 8, 6, Buffer.alloc(100)),
    pngOf(60_000, 60_000, 8, 2, Buffer.alloc(100)),
    Buffer.concat([png.subarray(0, 8), chunk('IDAT', Buffer.alloc(4), 4_000_000_000)]),
    png.subarray(0, 30),
    jpeg.subarray(0, 20),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.alloc(100),
  ]) {
    expect(drawable(broken)).toBeNull();
  }
});
