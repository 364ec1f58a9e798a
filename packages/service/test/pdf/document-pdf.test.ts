import { createPdfRenderer } from '../../src/pdf/renderer.ts';
import type { Document } from '../../src/domain/types.ts';
import { pdfReader } from './read-pdf.ts';
import { documentOf, drawnSignature, fieldOf, recipientOf } from './sample-document.ts';

const renderer = createPdfRenderer();
const reader = pdfReader();
afterAll(() => reader.stop());

async function drawn(document: Document) {
  return reader.read(await renderer.document(document));
}

/** What is drawn, without the footers and wherever its lines end. */
async function textOf(document: Document): Promise<string> {
  const { pages } = await drawn(document);
  return oneSpace(pages.join('\n').replace(/RENT-42\s+doc_\w+\s+Page \d+ of \d+/g, ' '));
}

const oneSpace = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('values', () => {
  test.each([
    ['Polish', 'Łukasz Żółć'],
    ['Greek', 'Ελένη, ἀρχή'],
    ['Russian', 'Прага, Ёлка'],
    ['Japanese', '日本 太郎、東京都渋谷区'],
    ['Vietnamese', 'Nguyễn Thị Minh Khai'],
    ['Chinese', '请在此签署这份合同'],
    ['Korean', '안녕하세요 홍길동'],
    ['Thai', 'สวัสดีครับ'],
    ['Armenian and Georgian', 'Հայերեն ქართული'],
    ['emoji', 'Great 🎉 ok'],
    ['hyphens', 'A-1 and B–2 and C—3'],
    ['ligatures', 'office affluent flight'],
    ['markup', '<b>&amp;</b> {{x}} $1 \\ % () []'],
  ])('are drawn and can be copied: %s', async (_script, value) => {
    expect(await textOf(documentOf({ fields: [fieldOf(null, 'Value', value)] }))).toContain(value);
  });

  test('in right-to-left scripts read as they were given', async () => {
    const text = await textOf(documentOf({ fields: [fieldOf(null, 'Value', 'שלום עולם')] }));
    expect(text).toContain('שלום');
    expect(text).toContain('עולם');
  });

  test('of every type', async () => {
    const fields = [
      fieldOf(null, 'Rent', 1250.5, { type: 'number' }),
      fieldOf(null, 'Start', '04/01/2026', { type: 'date', format: 'MM/dd/yyyy' }),
      fieldOf('Tenant', 'Extras', ['Parking', 'Cellar'], {
        type: 'checkbox',
        options: ['Parking', 'Cellar'],
      }),
      fieldOf('Tenant', 'Agreed', true, { type: 'checkbox' }),
      fieldOf('Tenant', 'Pets', 'None', { type: 'radio', options: ['None', 'Cat'] }),
    ];
    const body = [
      { kind: 'paragraph' as const, text: 'Rent {{Rent}} from {{ Start }}, {{Tenant::Extras}}; {{Agreed}}.' },
    ];
    const text = await textOf(documentOf({ fields, body }));
    expect(text).toContain('Rent 1250.5 from 04/01/2026, Parking, Cellar; Yes.');
    expect(text).toMatch(/Tenant .*Pets None/);
  });

  test('that are missing leave a line to fill, and unknown braces stay', async () => {
    const body = [{ kind: 'paragraph' as const, text: 'Name: {{Name}}. {{Nothing}}' }];
    const text = await textOf(documentOf({ fields: [fieldOf('Tenant', 'Name', null)], body }));
    expect(text).toMatch(/Name: _{6,}\. \{\{Nothing\}\}/);
  });

  test('with line breaks keep them', async () => {
    const { pages } = await drawn(documentOf({ fields: [fieldOf(null, 'Value', 'first\r\nsecond\nthird')] }));
    expect(pages.join()).toMatch(/first\s*\n\s*second\s*\n\s*third/);
  });

  test('of 10,000 characters run over pages, and no word is broken', async () => {
    const value = Array.from({ length: 1400 }, (_, index) => `słowo${index}`)
      .join(' ')
      .slice(0, 10_000);
    const { pages } = await drawn(documentOf({ fields: [fieldOf(null, 'Value', value)] }));
    expect(pages.length).toBeGreaterThan(2);
    expect(await textOf(documentOf({ fields: [fieldOf(null, 'Value', value)] }))).toContain(value);
  });

  test('without any place to break stay on the page', async () => {
    const value = `${'W'.repeat(2000)}-${'0123456789'.repeat(200)}`;
    const text = await textOf(documentOf({ name: 'N'.repeat(250), fields: [fieldOf(null, 'Value', value)] }));
    expect(text.replaceAll(' ', '')).toContain(value);
  });

  test('of 1,000 fields are all there', async () => {
    const fields = Array.from({ length: 1000 }, (_, index) =>
      fieldOf(null, `Field ${index}`, `żółw №${index};`),
    );
    const text = await textOf(documentOf({ fields }));
    expect(fields.filter(({ value }) => !text.includes(value as string))).toEqual([]);
  });

  test('do not change what can be copied out of the next document', async () => {
    // The font draws the Cyrillic and the Latin letter with one glyph.
    const cyrillic = documentOf({ fields: [fieldOf(null, 'Value', 'Ӛлия')] });
    const latin = documentOf({ fields: [fieldOf(null, 'Value', 'Əliyev')] });
    expect(await textOf(cyrillic)).toContain('Ӛлия');
    expect(await textOf(latin)).toContain('Əliyev');
    expect(await textOf(cyrillic)).toContain('Ӛлия');
  });
});

describe('signatures', () => {
  const signed = { status: 'signed', completedAt: '2026-03-03T14:02:11.000Z' } as const;

  test('are drawn with name, e-mail, status and time', async () => {
    const document = documentOf({
      status: 'completed',
      completedAt: '2026-03-03T14:02:11.000Z',
      recipients: [
        recipientOf('Tenant', { ...signed, name: 'Ελένη' }),
        recipientOf('Landlord', { ...signed, name: 'Łukasz' }),
        recipientOf('Agent', {
          type: 'approver',
          status: 'approved',
          completedAt: '2026-03-02T10:00:00.000Z',
        }),
      ],
      fields: [
        fieldOf('Tenant', 'Signature', { text: 'Eleni P.' }, { type: 'signature', fillable: false }),
        fieldOf('Landlord', 'Mark', { image: drawnSignature() }, { type: 'signature', fillable: false }),
      ],
    });
    const { pages, pictures } = await drawn(document);
    const text = oneSpace(pages.join(' '));
    expect(text).toContain('Eleni P.');
    expect(text).toContain('Ελένη');
    expect(text).toContain('landlord@example.com');
    expect(text).toContain('Signed on 3 March 2026, 14:02 UTC');
    expect(text).toContain('Approved on 2 March 2026, 10:00 UTC');
    expect(pictures).toBe(1);
  });

  test('that cannot be read are said to be so', async () => {
    const fields = [
      fieldOf('Tenant', 'Mark', { image: 'data:image/png;base64,AAAA' }, { type: 'signature' }),
    ];
    const text = await textOf(documentOf({ recipients: [recipientOf('Tenant', signed)], fields }));
    expect(text).toContain('cannot be shown');
  });
});

describe('the status', () => {
  test.each<[string, Partial<Document>]>([
    ['Not yet signed by Tenant Person (Tenant) and Landlord Person (Landlord).', {}],
    [
      'Reason: Wrong address',
      { status: 'voided', voidedAt: '2026-03-04T00:00:00.000Z', voidReason: 'Wrong address' },
    ],
    [
      'Declined. Declined on 4 March 2026, 00:00 UTC. Reason: No',
      { status: 'declined', declinedAt: '2026-03-04T00:00:00.000Z', declineReason: 'No' },
    ],
    ['it expired on 31 March 2026', { status: 'expired' }],
  ])('says: %s', async (words, more) => {
    expect(await textOf(documentOf(more))).toContain(words);
  });
});

describe('the file', () => {
  test('has title, language, dates and footers', async () => {
    const body = [{ kind: 'paragraph' as const, text: 'One' }, { kind: 'page-break' as const }];
    const { pages, info } = await drawn(documentOf({ body }));
    expect(info).toMatchObject({
      Title: 'Rental agreement',
      Language: 'en',
      CreationDate: 'D:20260301090000Z',
    });
    expect(pages).toHaveLength(2);
    expect(oneSpace(pages[1]!)).toContain('RENT-42 doc_8f3KxQ2mZpL0aVb');
    expect(pages[0]).toContain('Page 1 of 2');
  });

  test('is the same for the same document', async () => {
    const document = documentOf({
      recipients: ['A', 'B', 'C'].map((role) => recipientOf(role, { status: 'signed' })),
      fields: ['A', 'B', 'C'].map((role, index) =>
        fieldOf(
          role,
          'Mark',
          { image: drawnSignature(200 + index) },
          { type: 'signature', key: `${role}::Mark` },
        ),
      ),
    });
    const first = Buffer.from(await renderer.document(document));
    expect(first.equals(await renderer.document(structuredClone(document)))).toBe(true);
  });

  test('is drawn for a document with nothing in it', async () => {
    const { pages } = await drawn(documentOf({ name: '', reference: '', recipients: [] }));
    expect(pages).toHaveLength(1);
  });
});
