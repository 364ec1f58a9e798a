import { memoryPort, rentalDocument } from './memory-port.ts';
import type { MemoryPort } from './memory-port.ts';
import { servePages, stopServing } from './serve-pages.ts';
import { drawnSignature } from '../pdf/sample-document.ts';

afterEach(stopServing);

async function pages(port: MemoryPort) {
  const visit = await servePages(port);
  return {
    get: (url: string) => visit(url),
    head: (url: string) => visit(url, { method: 'HEAD' }),
    post: (url: string, form: Record<string, string | string[]>) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(form))
        for (const one of [value].flat()) body.append(name, one);
      return visit(url, { method: 'POST', body });
    },
  };
}

const complete = {
  action: 'sign',
  'field:Start': '2026-05-01',
  'field:Extras': ['', 'Garden', 'Cellar'],
  'field:Pets': ['', 'Cat'],
  'field:Payment': '',
  'field:People': '3',
  'field:Newsletter': '',
  'field:Remarks': 'one\r\ntwo',
  signature: ' Łukasz Żółć ',
  consent: 'yes',
};

describe('reading', () => {
  test('shows the document with its values, and the own fields as inputs', async () => {
    const { get } = await pages(memoryPort());
    const answer = await get('/sign/tenant-key');
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('<span class="value" dir="auto">Lindenstraße 12</span>');
    expect(answer.body).toContain('people &amp; more');
    expect(answer.body).toContain('<input type="date" id="field-1" name="field:Start" value="2026-04-01">');
    expect(answer.body).toContain('<input type="checkbox" name="field:Extras" value="Parking" checked>');
    expect(answer.body).toContain('value="Cellar">');
    expect(answer.body).toContain('<label for="field-5"');
    expect(answer.body).toContain('Łukasz &lt;b&gt;');
    expect(answer.body).not.toContain('name="field:Signature"');
    expect(answer.body).not.toContain('name="field:Stamp"');
    expect(answer.body).toMatch(/<input type="file" id="field-8" name="field:Passport" accept="image\/png,/);
    expect(answer.body).toContain('enctype="multipart/form-data"');
  });

  test('every label names an input that is there', async () => {
    const { body } = await (await pages(memoryPort())).get('/sign/tenant-key');
    const labels = [...body.matchAll(/<label for="([^"]+)"/g)].map((match) => match[1]);
    expect(labels.length).toBeGreaterThan(4);
    for (const id of labels) expect(body).toContain(` id="${id}"`);
  });

  test('no script, no frame, no referrer, no cache', async () => {
    const { headers, body } = await (await pages(memoryPort())).get('/sign/tenant-key');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).not.toMatch(/ on[a-z]+=|style=|<style|javascript:/i);
    expect(body).toContain('<meta name="viewport"');
  });

  test('an unknown key is a page, not found', async () => {
    const answer = await (await pages(memoryPort())).get('/sign/nope');
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('no document at this address');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('a HEAD request does not open it', async () => {
    const port = memoryPort();
    await (await pages(port)).head('/sign/tenant-key');
    expect(port.calls).toEqual([]);
  });

  test.each([
    ['not your turn', 'landlord-key', {}],
    ['Withdrawn by the sender', 'tenant-key', { status: 'voided', voidReason: 'x' }],
    ['it expired', 'tenant-key', { status: 'expired' }],
    ['Declined', 'tenant-key', { status: 'declined' }],
    ['the PDF is the finished document', 'tenant-key', { status: 'completed' }],
  ] as const)('without anything to do says: %s', async (words, key, more) => {
    const { get, post } = await pages(memoryPort([rentalDocument(more)]));
    const { body } = await get(`/sign/${key}`);
    expect(body).toContain(words);
    expect(body).not.toContain('<form');
    expect(body).toContain(`/sign/${key}/document.pdf`);
    expect((await post(`/sign/${key}`, complete)).status).toBe(409);
  });

  test('the PDF', async () => {
    const answer = await (await pages(memoryPort())).get('/sign/tenant-key/document.pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.body).toBe('%PDF-1.7');
  });
});

describe('signing', () => {
  test('hands over the values in their own form, and shows the outcome', async () => {
    const port = memoryPort();
    const { get, post } = await pages(port);
    const answer = await post('/sign/tenant-key', complete);
    expect(answer.status).toBe(303);
    expect(answer.location).toBe('/sign/tenant-key');
    expect(port.calls.at(-1)).toEqual([
      'fillAndSign',
      'tenant-key',
      {
        Start: '05/01/2026',
        Extras: ['Cellar', 'Garden'],
        Pets: 'Cat',
        Payment: null,
        People: 3,
        Newsletter: false,
        Remarks: 'one\ntwo',
      },
      { text: 'Łukasz Żółć' },
    ]);
    expect((await get('/sign/tenant-key')).body).toContain('You signed this document on 5 March 2026');
  });

  test('fields that are not in the form keep their values', async () => {
    const port = memoryPort();
    const form = {
      action: 'sign',
      'field:Pets': 'None',
      'field:People': '1',
      signature: 'Ł',
      consent: 'yes',
    };
    expect((await (await pages(port)).post('/sign/tenant-key', form)).status).toBe(303);
    expect(port.calls.at(-1)?.[2]).toMatchObject({
      Start: '04/01/2026',
      Extras: ['Parking'],
      Remarks: 'keep',
    });
  });

  test('takes a drawing for the signature', async () => {
    const port = memoryPort();
    const image = drawnSignature();
    await (
      await pages(port)
    ).post('/sign/tenant-key', { ...complete, signature: '', 'signature-image': image });
    expect(port.calls.at(-1)?.[3]).toEqual({ image });
  });

  test('says everything that is missing or wrong beside its field, and keeps what was typed', async () => {
    const port = memoryPort();
    const answer = await (
      await pages(port)
    ).post('/sign/tenant-key', {
      action: 'sign',
      'field:Start': '31/31/2026',
      'field:Pets': '',
      'field:People': 'many "x"',
      'field:Remarks': 'typed <i>',
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('5 things are missing or wrong');
    expect(answer.body).toMatch(/id="field-1-error">[^<]*MM\/dd\/yyyy/);
    expect(answer.body).toMatch(/id="field-3-error">Choose “Pets”/);
    expect(answer.body).toContain('value="many &quot;x&quot;"');
    expect(answer.body).toContain('value="typed &lt;i&gt;"');
    expect(answer.body).toContain('value="31/31/2026"');
    expect(answer.body).toContain('id="signature-error"');
    expect(answer.body).toContain('id="consent-error"');
    expect(port.calls.map(([name]) => name)).toEqual(['openSigning']);
  });

  test('shows what the application refuses beside its field', async () => {
    const answer = await (
      await pages(memoryPort())
    ).post('/sign/tenant-key', { ...complete, 'field:Remarks': 'refuse' });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatch(/id="field-7-error">Not that remark\./);
  });

  test('no action is a problem too', async () => {
    expect((await (await pages(memoryPort())).post('/sign/tenant-key', {})).status).toBe(422);
  });
});

test('approvers approve without a signature', async () => {
  const port = memoryPort();
  const { get, post } = await pages(port);
  expect((await get('/sign/agent-key')).body).not.toContain('name="signature"');
  const answer = await post('/sign/agent-key', { action: 'approve', 'field:Stamp': 'ok', consent: 'yes' });
  expect(answer.status).toBe(303);
  expect(port.calls.at(-1)).toEqual(['approve', 'agent-key', { Stamp: 'ok' }]);
});

test('recipients decline with a reason, without anything else filled in', async () => {
  const port = memoryPort();
  const { post } = await pages(port);
  expect((await post('/sign/tenant-key', { action: 'decline', reason: 'x'.repeat(501) })).status).toBe(422);
  expect((await post('/sign/tenant-key', { action: 'decline', reason: ' Too dear ' })).status).toBe(303);
  expect(port.calls.at(-1)).toEqual(['decline', 'tenant-key', 'Too dear']);
});
