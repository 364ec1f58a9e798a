import { asItem, type Operation } from '../operation.ts';
import { documentId } from '../pickers.ts';

/** `GET /documents/{id}/history` (section 4). */
export const getHistory: Operation = {
  option: {
    name: 'Get History',
    description:
      'Read what happened to a document, oldest first: one item for each entry, with who did it and when',
    action: 'Get the history of a document',
  },
  properties: [documentId],
  execute: async (run, itemIndex) => (await run.client.history(run.id('documentId', itemIndex))).map(asItem),
};
