import { crc32, deflateSync } from 'node:zlib';
import type { Account, Document, DocumentField, FieldValue, Recipient } from '../../src/domain/types.ts';

export function fieldOf(
  role: string | null,
  name: string,
  value: FieldValue,
  more: Partial<DocumentField> = {},
): DocumentField {
  return {
    role,
    name,
    key: name,
    type: 'text',
    required: false,
    fillable: true,
    options: [],
    format: '',
    default: null,
    value,
    ...more,
  };
}

export function recipientOf(role: string, more: Partial<Recipient> = {}): Recipient {
  return {
    role,
    name: `${role} Person`,
    email: `${role.toLowerCase().replace(/\W/g, '')}@example.com`,
    type: 'signer',
    inPerson: false,
    order: 1,
    status: 'sent',
    viewedAt: null,
    completedAt: null,
    signingKey: `key-${role}`,
    ...more,
  };
}

export function documentOf(more: Partial<Document> = {}): Document {
  return {
    id: 'doc_8f3KxQ2mZpL0aVb',
    ownerId: 'acc_1',
    name: 'Rental agreement',
    reference: 'RENT-42',
    note: '',
    status: 'in_progress',
    templateId: 'tpl_1',
    sendInOrder: false,
    sendEmails: true,
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-03T14:02:11.000Z',
    sentAt: '2026-03-01T09:00:00.000Z',
    completedAt: null,
    declinedAt: null,
    voidedAt: null,
    declineReason: '',
    voidReason: '',
    expiresAt: '2026-03-31T09:00:00.000Z',
    expiryNoticeAt: null,
    recipients: [recipientOf('Tenant'), recipientOf('Landlord')],
    fields: [],
    body: [],
    ...more,
  };
}

export const SENDER: Account = {
  id: 'acc_1',
  name: 'Anna Schmidt',
  email: 'anna@example.com',
  company: 'Schmidt GmbH',
  timeZone: 'Europe/Berlin',
  site: null,
  disabled: false,
  planAllowance: null,
};

/** A drawing as a browser's canvas gives it: transparent, with one dark stroke. */
export function drawnSignature(width = 120, height = 40): string {
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let x = 0; x < width; x += 1) {
    rows.set([20, 40, 90, 255], 20 * (width * 4 + 1) + 1 + x * 4);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const start = Buffer.alloc(8);
    start.writeUInt32BE(data.length, 0);
    start.write(type, 4, 'latin1');
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(Buffer.concat([start.subarray(4), data])), 0);
    return Buffer.concat([start, data, sum]);
  };
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const file = [
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return `data:image/png;base64,${Buffer.concat(file).toString('base64')}`;
}
