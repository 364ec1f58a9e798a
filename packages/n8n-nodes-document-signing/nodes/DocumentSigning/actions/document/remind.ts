import { asItem, type Operation } from '../operation.ts';
import { documentId } from '../pickers.ts';

/** `POST /documents/{id}/remind` (section 4). */
export const remind: Operation = {
  option: {
    name: 'Remind',
    description:
      'E-mail everyone still to sign a document that is out for signature; in a signing order, only the one whose turn it is. Returns how many e-mails were sent and to whom.',
    action: 'Remind the people still to sign a document',
  },
  properties: [documentId],
  execute: async (run, itemIndex) => [asItem(await run.client.remind(run.id('documentId', itemIndex)))],
};
