import { defineSearch, type Search } from 'zapier-platform-core';
import { documentInput } from '../documents.ts';
import { isMissing } from '../errors.ts';
import { objectsOf, operation, text } from '../operation.ts';
import sample from '../samples/history.json' with { type: 'json' };

/** `GET /documents/{id}/history` (section 4), oldest first: one result that holds the entries as line items. */
export const getHistory: Search = defineSearch({
  key: 'get_history',
  noun: 'History',
  display: {
    label: 'Get Document History',
    description: 'Finds everything that happened to a document, oldest first.',
  },
  operation: {
    inputFields: [documentInput],
    perform: operation(async ({ client, input }) => {
      const id = text(input.document_id);
      try {
        const entries = objectsOf(await client.history(id));
        return [
          {
            id,
            entries: entries.map((entry) => ({ ...BLANK, ...entry, actor: { ...NOBODY, ...entry.actor } })),
          },
        ];
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    }),
    outputFields: [
      { key: 'id', label: 'Document ID', type: 'string', primary: true },
      { key: 'entries[]event', label: 'Event', type: 'string' },
      { key: 'entries[]label', label: 'Label', type: 'string' },
      { key: 'entries[]at', label: 'Happened At', type: 'datetime' },
      { key: 'entries[]actor__name', label: 'Actor Name', type: 'string' },
      { key: 'entries[]actor__email', label: 'Actor Email', type: 'string' },
      { key: 'entries[]actor__role', label: 'Actor Role', type: 'string' },
      { key: 'entries[]detail', label: 'Detail', type: 'string' },
    ],
    sample,
  },
});

/** Line items need the same keys in every entry, also where nobody in particular acted. */
const BLANK = { event: '', label: '', at: null, detail: '' };
const NOBODY = { name: '', email: '', role: '' };
