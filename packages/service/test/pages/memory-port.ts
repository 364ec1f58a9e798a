import type { Document } from '../../src/domain/types.ts';
import { PagesError } from '../../src/pages/port.ts';
import type { DocumentFilter, PagesPort, SigningView } from '../../src/pages/port.ts';
import { documentOf, fieldOf, recipientOf, SENDER } from '../pdf/sample-document.ts';

export const TOKEN = 'a-token';

/** An application of a few documents, and the calls that reached it. */
export interface MemoryPort extends PagesPort {
  documents: Document[];
  calls: [string, ...unknown[]][];
  revoked: boolean;
}

export function rentalDocument(more: Partial<Document> = {}): Document {
  return documentOf({
    recipients: [
      recipientOf('Tenant', { signingKey: 'tenant-key', name: 'Łukasz <b>' }),
      recipientOf('Landlord', { signingKey: 'landlord-key', status: 'waiting', order: 2 }),
      recipientOf('Agent', { signingKey: 'agent-key', type: 'approver' }),
    ],
    fields: [
      fieldOf(null, 'Address', 'Lindenstraße 12'),
      fieldOf('Tenant', 'Start', '04/01/2026', { type: 'date', format: 'MM/dd/yyyy', required: true }),
      fieldOf('Tenant', 'Extras', ['Parking'], {
        type: 'checkbox',
        options: ['Parking', 'Cellar', 'Garden'],
      }),
      fieldOf('Tenant', 'Pets', null, { type: 'radio', options: ['None', 'Cat'], required: true }),
      fieldOf('Tenant', 'Payment', null, { type: 'dropdown', options: ['Bank', 'Cash'] }),
      fieldOf('Tenant', 'People', null, { type: 'number', required: true }),
      fieldOf('Tenant', 'Newsletter', null, { type: 'checkbox' }),
      fieldOf('Tenant', 'Remarks', 'keep'),
      fieldOf('Tenant', 'Signature', null, { type: 'signature', fillable: false, required: true }),
      fieldOf('Tenant', 'Passport', null, { type: 'picture', fillable: false }),
      fieldOf('Agent', 'Stamp', null),
    ],
    body: [
      { kind: 'heading', text: '1. The flat' },
      { kind: 'paragraph', text: 'At {{Address}}, from {{Start}}. {{People}} people & more.' },
    ],
    ...more,
  });
}

export function memoryPort(documents = [rentalDocument()]): MemoryPort {
  const find = (id: string) => {
    const document = documents.find((candidate) => candidate.id === id);
    if (!document) throw new PagesError(404, 'There is no such document.');
    return document;
  };
  const view = (signingKey: string): SigningView => {
    for (const document of documents) {
      const recipient = document.recipients.find((candidate) => candidate.signingKey === signingKey);
      if (recipient) return { document, recipient, sender: SENDER };
    }
    throw new PagesError(404, 'This signing link is not valid.');
  };
  const port: MemoryPort = {
    documents,
    calls: [],
    revoked: false,
    openSigning: (key) => called('openSigning', [key], () => view(key)),
    fillAndSign: (key, values, signature, files) =>
      called('fillAndSign', [key, values, signature, ...(files.size > 0 ? [files] : [])], () => {
        if (values['Remarks'] === 'refuse') {
          throw new PagesError(422, 'Wrong.', [{ field: 'Remarks', message: 'Not that remark.' }]);
        }
        return acted(key, 'signed');
      }),
    approve: (key, values) => called('approve', [key, values], () => acted(key, 'approved')),
    decline: (key, reason) => called('decline', [key, reason], () => acted(key, 'declined')),
    documentPdf: (key) => called('documentPdf', [key], () => (view(key), Buffer.from('%PDF-1.7'))),
    accountByToken: (token) =>
      called('accountByToken', [], () => (token === TOKEN && !port.revoked ? SENDER : null)),
    listDocuments: (_account, filter: DocumentFilter) =>
      called('listDocuments', [filter], () => ({
        documents: documents.slice((filter.page - 1) * filter.limit, filter.page * filter.limit),
        page: filter.page,
        hasMore: documents.length > filter.page * filter.limit,
      })),
    document: (_account, id) =>
      called('document', [id], () => ({
        document: find(id),
        sender: SENDER,
        history: [
          {
            id: 'evt_1',
            event: 'document.sent',
            createdAt: '2026-03-01T09:00:00.000Z',
            document: { id, name: '', reference: '', status: 'in_progress' },
            actor: { name: 'Anna Schmidt', email: 'anna@example.com', role: 'sender' },
            details: { to: ['x@example.com'] },
          },
        ],
      })),
    voidDocument: (_account, id, reason) =>
      called('voidDocument', [id, reason], () => {
        if (reason.length > 500)
          throw new PagesError(422, 'Wrong.', [{ message: 'At most 500 characters.' }]);
        if (find(id).status !== 'in_progress') throw new PagesError(409, 'It is finished already.');
      }),
    remind: (_account, id) => called('remind', [id], () => ['x@example.com']),
    documentPdfForSender: (_account, id) =>
      called('documentPdfForSender', [id], () => (find(id), Buffer.from('%PDF-1.7'))),
    givenFile: (_account, id, key) =>
      called('givenFile', [id, key], () => ({ name: 'a.pdf', bytes: Buffer.from('x') })),
    certificateForSender: () =>
      called('certificateForSender', [], () => {
        throw new PagesError(409, 'The document is not completed.');
      }),
    webhooks: () => called('webhooks', [], () => []),
  };
  function called<T>(name: string, given: unknown[], answer: () => T): Promise<T> {
    port.calls.push([name, ...given]);
    return new Promise((resolve) => resolve(answer()));
  }
  function acted(key: string, status: 'signed' | 'approved' | 'declined'): SigningView {
    const found = view(key);
    found.recipient.status = status;
    found.recipient.completedAt = '2026-03-05T10:00:00.000Z';
    if (status === 'declined') found.document.status = 'declined';
    return found;
  }
  return port;
}
