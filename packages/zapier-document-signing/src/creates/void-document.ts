import { defineCreate, type Create } from 'zapier-platform-core';
import { documentInput, documentItem, documentOutputs, onDocument } from '../documents.ts';
import { operation, text } from '../operation.ts';
import sample from '../samples/document-voided.json' with { type: 'json' };

/** `POST /documents/{id}/void` (section 4). */
export const voidDocument: Create = defineCreate({
  key: 'void_document',
  noun: 'Document',
  display: {
    label: 'Void Document',
    description: 'Withdraws a document that is out for signature. This cannot be undone.',
  },
  operation: {
    inputFields: [
      { ...documentInput, helpText: 'Voiding **cannot be undone**: nobody can sign the document any more.' },
      {
        key: 'reason',
        label: 'Reason',
        type: 'text',
        helpText: 'At most 500 characters. The recipients see it, and it is kept in the history.',
      },
      {
        key: 'notify',
        label: 'Notify Recipients',
        type: 'boolean',
        helpText: 'Whether the people still to sign are emailed. They are, unless this is no.',
      },
    ],
    perform: operation((call) =>
      onDocument(call, async (id) => {
        const reason = text(call.input.reason);
        const notify = yesOrNo(call.input.notify);
        return documentItem(
          await call.client.void(id, { ...(reason && { reason }), ...(notify !== undefined && { notify }) }),
        );
      }),
    ),
    outputFields: documentOutputs,
    sample,
  },
});

/** Zapier gives a boolean, or its text where a value of another step is mapped. Empty leaves it to the service. */
function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const given = text(value).toLowerCase();
  return given === '' ? undefined : !['false', 'no', 'n', 'off', '0'].includes(given);
}
