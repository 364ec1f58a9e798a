import { asItem, type Operation } from '../operation.ts';
import { documentId } from '../pickers.ts';

/** `GET /documents/{id}` (section 4). */
export const get: Operation = {
  option: {
    name: 'Get',
    description: 'Read one document: its status, its recipients and their statuses, and its dates',
    action: 'Get a document',
  },
  properties: [documentId],
  execute: async (run, itemIndex) => [asItem(await run.client.document(run.id('documentId', itemIndex)))],
};
