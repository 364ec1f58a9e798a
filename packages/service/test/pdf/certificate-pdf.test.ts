import { createPdfRenderer } from '../../src/pdf/renderer.ts';
import type { DocumentEvent } from '../../src/domain/types.ts';
import { pdfReader } from './read-pdf.ts';
import { documentOf, recipientOf, SENDER } from './sample-document.ts';

const renderer = createPdfRenderer();
const reader = pdfReader();
afterAll(() => reader.stop());

const document = documentOf({
  status: 'completed',
  completedAt: '2026-07-03T14:02:11.000Z',
  recipients: [
    recipientOf('Tenant', {
      name: '日本 太郎',
      status: 'signed',
      viewedAt: '2026-07-02T22:30:00.000Z',
      completedAt: '2026-07-03T14:02:11.000Z',
    }),
  ],
});

const event = (
  kind: DocumentEvent['event'],
  actor: Partial<DocumentEvent['actor']>,
  details = {},
): DocumentEvent => ({
  id: 'evt_1',
  event: kind,
  createdAt: '2026-07-03T14:02:11.000Z',
  document: { id: document.id, name: document.name, reference: '', status: 'completed' },
  actor: { name: '', email: '', role: '', ...actor },
  details,
});

test('holds who did what and when, in UTC and in the zone of the sender', async () => {
  const history = [
    event('document.reminder_sent', { name: 'Anna Schmidt' }, { to: ['a@example.com', 'b@example.com'] }),
    event('document.signed', { name: '日本 太郎', role: 'Tenant' }),
  ];
  const sha = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  const bytes = await renderer.certificate(document, SENDER, history, { documentSha256: sha });
  const { pages, info } = await reader.read(bytes);
  const text = pages.join('\n').replace(/\s+/g, ' ');
  expect(info.Title).toBe('Certificate of completion: Rental agreement');
  for (const words of [
    document.id,
    'RENT-42',
    'Anna Schmidt',
    '日本 太郎',
    'tenant@example.com',
    '2026-07-02 22:30:00 UTC',
    '2026-07-03 00:30:00 GMT+02:00',
    'Reminder sent — Anna Schmidt',
    'to: a@example.com, b@example.com',
    'Signed — 日本 太郎 (Tenant)',
    sha,
  ]) {
    expect(text).toContain(words);
  }
});

test('is the same for the same facts, and takes a zone it does not know as UTC', async () => {
  const sender = { ...SENDER, timeZone: 'Mars/Olympus' };
  const first = Buffer.from(await renderer.certificate(document, sender, [], {}));
  expect(first.equals(await renderer.certificate(document, sender, [], {}))).toBe(true);
  const { pages } = await reader.read(first);
  expect(pages.join()).not.toContain('Mars');
});
