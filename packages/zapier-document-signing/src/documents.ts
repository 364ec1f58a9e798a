import type { Recipient, SigningDocument } from '@document-signing/shared';
import type { PlainInputField, PlainOutputField } from 'zapier-platform-core';
import type { Call } from './operation.ts';
import { isUnresolved, objectsOf, text } from './operation.ts';
import { missing } from './errors.ts';

const BLANK = {
  id: '',
  name: '',
  reference: '',
  note: '',
  status: '',
  templateId: null,
  sendInOrder: null,
  createdAt: null,
  updatedAt: null,
  sentAt: null,
  completedAt: null,
  declinedAt: null,
  voidedAt: null,
  declineReason: '',
  expiresAt: null,
};

const BLANK_RECIPIENT = {
  role: '',
  name: '',
  email: '',
  type: '',
  inPerson: null,
  order: null,
  status: '',
  viewedAt: null,
  completedAt: null,
};

const NO_FILES = { pdf: null, certificate: null };

const BLANK_LINK = { role: '', email: '', url: '' };

/** A document as every step of the app gives it: with the same keys also where the service leaves some out. */
export function documentItem(document: SigningDocument): Record<string, unknown> {
  return {
    ...BLANK,
    ...document,
    recipients: recipientItems(document.recipients),
    files: { ...NO_FILES, ...document.files },
    signingLinks: objectsOf(document.signingLinks).map((link) => ({ ...BLANK_LINK, ...link })),
  };
}

export function recipientItems(recipients: Recipient[] | undefined): Record<string, unknown>[] {
  return objectsOf(recipients).map((recipient) => ({ ...BLANK_RECIPIENT, ...recipient }));
}

/** The choice of a document; ids from earlier steps can be mapped. */
export const documentInput = {
  key: 'document_id',
  label: 'Document',
  type: 'string',
  required: true,
  dynamic: 'document_list.id.title',
  search: 'find_document.id',
} as const satisfies PlainInputField;

/** Runs a step on the chosen document; where there is none by that id, the error names the input. */
export async function onDocument<Result>(
  { input }: Call,
  run: (id: string) => Promise<Result>,
): Promise<Result> {
  const id = text(input.document_id);
  try {
    return await run(isUnresolved(id) ? '' : id);
  } catch (error) {
    throw missing(error, 'document', id);
  }
}

export const documentOutputs: PlainOutputField[] = [
  { key: 'id', label: 'Document ID', type: 'string', primary: true },
  { key: 'name', label: 'Document Name', type: 'string' },
  { key: 'reference', label: 'Reference', type: 'string' },
  { key: 'note', label: 'Note', type: 'string' },
  { key: 'status', label: 'Status', type: 'string' },
  { key: 'templateId', label: 'Template ID', type: 'string' },
  { key: 'sendInOrder', label: 'Send in Order', type: 'boolean' },
  { key: 'createdAt', label: 'Created At', type: 'datetime' },
  { key: 'updatedAt', label: 'Updated At', type: 'datetime' },
  { key: 'sentAt', label: 'Sent At', type: 'datetime' },
  { key: 'completedAt', label: 'Completed At', type: 'datetime' },
  { key: 'declinedAt', label: 'Declined At', type: 'datetime' },
  { key: 'voidedAt', label: 'Voided At', type: 'datetime' },
  { key: 'declineReason', label: 'Decline Reason', type: 'string' },
  { key: 'expiresAt', label: 'Expires At', type: 'datetime' },
  ...recipientOutputs(),
  { key: 'files__pdf', label: 'PDF Address', type: 'string' },
  { key: 'files__certificate', label: 'Certificate Address', type: 'string' },
  { key: 'signingLinks[]role', label: 'Signing Link Role', type: 'string' },
  { key: 'signingLinks[]email', label: 'Signing Link Email', type: 'string' },
  { key: 'signingLinks[]url', label: 'Signing Link', type: 'string' },
];

export function recipientOutputs(): PlainOutputField[] {
  return [
    { key: 'recipients[]role', label: 'Recipient Role', type: 'string' },
    { key: 'recipients[]name', label: 'Recipient Name', type: 'string' },
    { key: 'recipients[]email', label: 'Recipient Email', type: 'string' },
    { key: 'recipients[]type', label: 'Recipient Type', type: 'string' },
    { key: 'recipients[]inPerson', label: 'Recipient Signs in Person', type: 'boolean' },
    { key: 'recipients[]order', label: 'Recipient Order', type: 'integer' },
    { key: 'recipients[]status', label: 'Recipient Status', type: 'string' },
    { key: 'recipients[]viewedAt', label: 'Recipient Viewed At', type: 'datetime' },
    { key: 'recipients[]completedAt', label: 'Recipient Completed At', type: 'datetime' },
  ];
}
