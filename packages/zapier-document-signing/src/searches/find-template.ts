import { defineSearch, type Search } from 'zapier-platform-core';
import { objectsOf, operation, text } from '../operation.ts';
import sample from '../samples/template.json' with { type: 'json' };
import { templateItem, templateOutputs } from '../templates.ts';

/** `GET /templates?search=` (section 4): a template whose whole name it is comes before those that only contain it. */
export const findTemplate: Search = defineSearch({
  key: 'find_template',
  noun: 'Template',
  display: {
    label: 'Find Template',
    description: 'Finds a template by its name or a part of it; the most recently changed one first.',
  },
  operation: {
    inputFields: [{ key: 'search', label: 'Name Contains', type: 'string', required: true }],
    perform: operation(async ({ client, input }) => {
      const search = text(input.search);
      if (search === '') return [];
      const { data } = await client.templates({ search });
      const isExact = (name: string): number => (name.trim().toLowerCase() === search.toLowerCase() ? 0 : 1);
      return objectsOf(data)
        .map(templateItem)
        .sort((a, b) => isExact(a.name) - isExact(b.name));
    }),
    outputFields: templateOutputs,
    sample,
  },
});
