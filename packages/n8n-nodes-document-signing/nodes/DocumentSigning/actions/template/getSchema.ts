import { asItem, type Operation } from '../operation.ts';
import { templateId } from '../pickers.ts';

/** `GET /templates/{id}/schema` (section 4). */
export const getSchema: Operation = {
  option: {
    name: 'Get Schema',
    description:
      'Read the JSON Schema of what a template takes when it is sent: its roles and its fields to fill, as <code>schema</code>',
    action: 'Get the schema of a template',
  },
  properties: [templateId],
  execute: async (run, itemIndex) => [
    asItem(await run.client.templateSchema(run.id('templateId', itemIndex))),
  ],
};
