import type { SigningDocument } from '@document-signing/shared';
import { byId, LEASE, sending, startFixture, type Fixture } from './fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.close());

const get = (resource: string, operation: string, more = {}) => ({ resource, operation, ...more });

async function sendNda(name = 'Non-disclosure', options = {}): Promise<SigningDocument> {
  const [item] = await fixture.items(
    sending('tpl_nda', { 'email:Signer': 'sam@example.com' }, {}, { options: { name, ...options } }),
  );
  return item!.json as unknown as SigningDocument;
}

describe('account', () => {
  it('get gives the account of the token', async () => {
    const [item] = await fixture.items(get('account', 'get'));
    expect(item).toMatchObject({
      json: { email: 'ada@example.com', timeZone: 'Europe/Berlin' },
      pairedItem: { item: 0 },
    });
  });
});

describe('template', () => {
  it('get gives roles and fields', async () => {
    const [item] = await fixture.items(get('template', 'get', { templateId: byId('tpl_lease') }));
    expect(item!.json).toMatchObject({ id: 'tpl_lease', roles: [{ role: 'Landlord' }, {}, {}] });
    expect((item!.json.fields as unknown[]).length).toBeGreaterThan(10);
  });

  it('getSchema gives the schema of the send request', async () => {
    const [item] = await fixture.items(get('template', 'getSchema', { templateId: byId('tpl_lease') }));
    expect(item!.json).toHaveProperty('schema.properties.recipients');
  });

  it('getMany gives all, as many as asked for, and those whose name has a text', async () => {
    const all = await fixture.items(get('template', 'getMany', { returnAll: true, filters: {} }));
    expect(all.map(({ json }) => json.id)).toEqual(['tpl_lease', 'tpl_offer', 'tpl_nda', 'tpl_handbook']);
    const two = await fixture.items(get('template', 'getMany', { returnAll: false, limit: 2, filters: {} }));
    expect(two.map(({ json }) => json.id)).toEqual(['tpl_lease', 'tpl_offer']);
    const found = await fixture.items(
      get('template', 'getMany', { limit: 50, filters: { search: 'offer' } }),
    );
    expect(found.map(({ json }) => json.id)).toEqual(['tpl_offer']);
  });
});

describe('document', () => {
  it('send gives the document, with signing links when e-mails are off', async () => {
    const [item] = await fixture.items(
      sending('tpl_lease', LEASE.recipients, LEASE.fields, {
        options: {
          name: 'Lease 7',
          note: 'Please sign',
          reference: 'R-7',
          sendEmails: false,
          expiresInDays: 5,
          sendInOrder: false,
        },
      }),
    );
    expect(item!.json).toMatchObject({
      name: 'Lease 7',
      note: 'Please sign',
      reference: 'R-7',
      sendInOrder: false,
      templateId: 'tpl_lease',
      signingLinks: [
        { role: 'Landlord' },
        { role: 'Tenant' },
        { role: 'Guarantor', email: 'gina@example.com' },
      ],
    });
    expect(item!.pairedItem).toEqual({ item: 0 });
  });

  it('send takes recipients and fields as JSON, in either form, as text or as objects', async () => {
    for (const recipientsJson of [
      JSON.stringify([
        { role: 'Landlord', email: 'a@example.com' },
        { role: 'Tenant', email: 't@example.com', name: 'Tom' },
      ]),
      { Landlord: { email: 'a@example.com' }, Tenant: { email: 't@example.com', name: 'Tom' } },
    ]) {
      const [item] = await fixture.items({
        ...sending('tpl_lease', {}),
        inputMode: 'json',
        recipientsJson,
        fieldsJson: JSON.stringify({ ...LEASE.fields, 'Utilities included': ['Water', 'Internet'] }),
      });
      expect(item!.json).toMatchObject({
        recipients: [
          { email: 'a@example.com' },
          { email: 't@example.com', name: 'Tom' },
          { email: 'gina@example.com' },
        ],
      });
    }
  });

  it('get gives one document', async () => {
    const { id } = await sendNda();
    const [item] = await fixture.items(get('document', 'get', { documentId: byId(id) }));
    expect(item!.json).toMatchObject({ id, status: 'in_progress' });
    expect(item!.json).not.toHaveProperty('signingLinks');
  });

  it('getMany filters by each of the query’s filters', async () => {
    const first = await sendNda('Alpha one', { reference: 'A-1' });
    await new Promise((wait) => setTimeout(wait, 5));
    const since = new Date().toISOString();
    await new Promise((wait) => setTimeout(wait, 5));
    const second = await sendNda('Alpha two', { reference: 'A-2' });
    await fixture.items(get('document', 'void', { documentId: byId(second.id), options: {} }));
    const ids = async (filters: object) =>
      (await fixture.items(get('document', 'getMany', { returnAll: true, filters }))).map(
        ({ json }) => json.id,
      );

    expect(await ids({ search: 'Alpha' })).toEqual([second.id, first.id]);
    expect(await ids({ reference: 'A-1' })).toEqual([first.id]);
    expect(await ids({ search: 'Alpha', status: 'voided' })).toEqual([second.id]);
    expect(await ids({ search: 'Alpha', templateId: byId('tpl_lease') })).toEqual([]);
    expect(await ids({ search: 'Alpha', templateId: byId('tpl_nda') })).toEqual([second.id, first.id]);
    expect(await ids({ search: 'Alpha', updatedSince: since })).toEqual([second.id]);
    const limited = await fixture.items(
      get('document', 'getMany', { returnAll: false, limit: 1, filters: { search: 'Alpha' } }),
    );
    expect(limited.map(({ json }) => json.id)).toEqual([second.id]);
    // Left empty in the editor, a filter is none.
    const empty = { search: 'Alpha', reference: '', templateId: { mode: 'list', value: '' } };
    expect(await ids(empty)).toEqual([second.id, first.id]);
  });

  it.each(['document', 'event'])(
    '%s: getMany takes whatever an expression gives as the limit',
    async (resource) => {
      for (let sent = 0; sent < 3; sent++) await sendNda('Limited');
      const count = async (limit: string) =>
        (await fixture.items(get(resource, 'getMany', { returnAll: false, limit, filters: {} }))).length;
      expect(await count('={{ 2.9 }}')).toBe(2);
      expect(await count('={{ "2" }}')).toBe(2);
      expect(await count('={{ 0.5 }}')).toBe(1);
      expect(await count('={{ -3 }}')).toBe(1);
      expect(await count('={{ 0 }}')).toBe(1);
      expect(await count('={{ "many" }}')).toBeGreaterThan(2);
    },
  );

  it('getHistory gives one item for each entry', async () => {
    const { id } = await sendNda();
    const entries = await fixture.items(get('document', 'getHistory', { documentId: byId(id) }));
    expect(entries.map(({ json, pairedItem }) => [json.event, pairedItem])).toEqual([
      ['document.sent', { item: 0 }],
    ]);
  });

  it('remind says whom it reminded', async () => {
    const { id } = await sendNda();
    const [item] = await fixture.items(get('document', 'remind', { documentId: byId(id) }));
    expect(item!.json).toEqual({ sent: 1, to: ['sam@example.com'] });
  });

  it('void withdraws with a reason', async () => {
    const { id } = await sendNda();
    const [item] = await fixture.items(
      get('document', 'void', { documentId: byId(id), options: { reason: 'A typing error', notify: false } }),
    );
    expect(item!.json).toMatchObject({ id, status: 'voided' });
    const { data } = await fixture.api<{ data: { detail: string }[] }>(`/documents/${id}/history`);
    expect(data.at(-1)!.detail).toContain('A typing error');
  });

  it('download gives the PDF under the document’s name, and the certificate once completed', async () => {
    const { id } = await sendNda('Quarter 1/2: "draft"? Łódź');
    const [pdf] = await fixture.items(
      get('document', 'download', { documentId: byId(id), binaryPropertyName: 'contract' }),
    );
    expect(pdf!.binary!.contract).toMatchObject({
      fileName: 'Quarter 1-2- -draft-- Łódź.pdf',
      mimeType: 'application/pdf',
    });
    expect((await fixture.engine.binary(pdf!.binary!.contract!)).subarray(0, 5).toString()).toBe('%PDF-');

    await fixture.local(`/documents/${id}/act`, { act: 'sign', role: 'Signer' });
    const [certificate] = await fixture.items(
      get('document', 'download', { documentId: byId(id), file: 'certificate', binaryPropertyName: 'data' }),
    );
    expect(certificate!.binary!.data!.fileName).toBe('Quarter 1-2- -draft-- Łódź - certificate.pdf');
    expect(certificate!.json).toMatchObject({ id, status: 'completed' });
  });
});

describe('event', () => {
  it('getMany gives the latest, of a kind', async () => {
    const { id } = await sendNda();
    await fixture.items(get('document', 'remind', { documentId: byId(id) }));
    const events = await fixture.items(get('event', 'getMany', { limit: 2, filters: {} }));
    expect(events.map(({ json }) => json.event)).toEqual(['document.reminder_sent', 'document.sent']);
    const sent = await fixture.items(
      get('event', 'getMany', { limit: 1, filters: { type: 'document.sent' } }),
    );
    expect(sent[0]!.json).toMatchObject({ event: 'document.sent', document: { id } });
  });
});

describe('webhook', () => {
  it('get and getMany never give the secret; delete removes it', async () => {
    const { id } = await fixture.api<{ id: string }>('/webhooks', {
      method: 'POST',
      body: { url: 'http://127.0.0.1:9/hook', source: 'test' },
    });
    const [one] = await fixture.items(get('webhook', 'get', { webhookId: id }));
    expect(one!.json).toMatchObject({ id, url: 'http://127.0.0.1:9/hook', source: 'test' });
    const all = await fixture.items(get('webhook', 'getMany', { returnAll: true }));
    expect(all.map(({ json }) => json.id)).toEqual([id]);
    for (const { json } of [one!, ...all]) expect(json).not.toHaveProperty('secret');
    const [gone] = await fixture.items(get('webhook', 'delete', { webhookId: id }));
    expect(gone!.json).toEqual({ id, deleted: true });
    expect(await fixture.items(get('webhook', 'getMany', { returnAll: true }))).toEqual([]);
  });
});

describe('items', () => {
  it('none in, none out', async () => {
    expect(await fixture.items(get('account', 'get'), { input: [] })).toEqual([]);
  });

  it('pairs what comes out with what went in', async () => {
    const sent = [await sendNda('P1'), await sendNda('P2')];
    const items = await fixture.items(
      get('document', 'getHistory', { documentId: byId('={{ $json.id }}') }),
      {
        input: sent.map(({ id }) => ({ json: { id } })),
      },
    );
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });
});
