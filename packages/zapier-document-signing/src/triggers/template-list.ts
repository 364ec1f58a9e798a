import { defineTrigger, type Trigger } from 'zapier-platform-core';
import { objectsOf, operation } from '../operation.ts';
import sample from '../samples/template.json' with { type: 'json' };
import { templateItem, templateOutputs } from '../templates.ts';

/** The dropdown of templates: `GET /templates`, a page at a time (section 4). */
export const templateList: Trigger = defineTrigger({
  key: 'template_list',
  noun: 'Template',
  display: {
    label: 'Template List',
    description: 'Triggers when a template is added, and fills the dropdown of templates.',
    hidden: true,
  },
  operation: {
    type: 'polling',
    canPaginate: true,
    perform: operation(async ({ client, bundle }) => {
      const { data } = await client.templates({ limit: 100, page: (bundle.meta?.page ?? 0) + 1 });
      return objectsOf(data).map(templateItem);
    }),
    outputFields: templateOutputs,
    sample,
  },
});
