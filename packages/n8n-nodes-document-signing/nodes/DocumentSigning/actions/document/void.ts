import type { VoidRequest } from '@document-signing/shared';
import { asItem, type Operation } from '../operation.ts';
import { documentId } from '../pickers.ts';

/** `POST /documents/{id}/void` (section 4). */
export const voidDocument: Operation = {
  option: {
    name: 'Void',
    description:
      'Withdraw a document that is not finished, for good: nobody can sign it any more. Cannot be undone.',
    action: 'Void a document',
  },
  properties: [
    documentId,
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          displayName: 'Notify',
          name: 'notify',
          type: 'boolean',
          default: true,
          description: 'Whether to e-mail the people still to sign, with the reason',
        },
        {
          displayName: 'Reason',
          name: 'reason',
          type: 'string',
          typeOptions: { rows: 2 },
          default: '',
          description: 'Shown to the recipients and in the history; at most 500 characters',
        },
      ],
    },
  ],
  async execute(run, itemIndex) {
    const { reason, notify } = run.context.getNodeParameter('options', itemIndex, {}) as VoidRequest;
    const request: VoidRequest = {};
    if (reason) request.reason = String(reason);
    if (typeof notify === 'boolean') request.notify = notify;
    return [asItem(await run.client.void(run.id('documentId', itemIndex), request))];
  },
};
