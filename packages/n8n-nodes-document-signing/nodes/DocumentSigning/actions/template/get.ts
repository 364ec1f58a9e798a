import { asItem, type Operation } from '../operation.ts';
import { templateId } from '../pickers.ts';

/** `GET /templates/{id}` (section 4). */
export const get: Operation = {
  option: {
    name: 'Get',
    description:
      'Read one template with its roles and its fields: their types, choices, formats and defaults',
    action: 'Get a template',
  },
  properties: [templateId],
  execute: async (run, itemIndex) => [asItem(await run.client.template(run.id('templateId', itemIndex)))],
};
