import type { SigningDocument } from '@document-signing/shared';
import type { PlainInputField, PlainOutputField } from 'zapier-platform-core';
import type { Call } from './operation.ts';
import { isUnresolved, text } from './operation.ts';
import { missing } from './errors.ts';

/** A document as every step of the app gives it: `signingLinks` is there also where the service leaves it out. */
export function documentItem(document: SigningDocument): Record<string, unknown> {
  return { ...document, signingLinks: document.signingLinks ?? [] };
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
