import { defineCreate, type Create } from 'zapier-platform-core';
import { documentInput, documentItem, documentOutputs, onDocument } from '../documents.ts';
import { operation, switchOf, text } from '../operation.ts';
import sample from '../samples/document-voided.json' with { type: 'json' };

const NOTIFY = 'Notify Recipients';

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
        label: NOTIFY,
        type: 'boolean',
        helpText: 'Whether the people still to sign are emailed. They are, unless this is no.',
      },
    ],
    perform: operation((call) =>
      onDocument(call, async (id) => {
        const reason = text(call.input.reason);
        const notify = switchOf(call.input.notify, NOTIFY);
        return documentItem(
          await call.client.void(id, { ...(reason && { reason }), ...(notify !== undefined && { notify }) }),
        );
      }),
    ),
    outputFields: documentOutputs,
    sample,
  },
});
