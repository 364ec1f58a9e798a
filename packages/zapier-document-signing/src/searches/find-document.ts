import { DOCUMENT_STATUSES, type DocumentQuery } from '@document-signing/shared';
import { defineSearch, type Bundle, type Search } from 'zapier-platform-core';
import { documentItem, documentOutputs } from '../documents.ts';
import { objectsOf, operation, text } from '../operation.ts';
import sample from '../samples/document.json' with { type: 'json' };
import { templateInput } from '../templates.ts';

/** `GET /documents` (section 4): the latest first. */
export const findDocument: Search = defineSearch({
  key: 'find_document',
  noun: 'Document',
  display: {
    label: 'Find Document',
    description:
      'Finds a document by reference, name, status or template; the most recently changed one first.',
  },
  operation: {
    inputFields: [
      {
        key: 'reference',
        label: 'Reference',
        type: 'string',
        helpText: 'The whole reference, exactly as it was given when the document was sent.',
      },
      { key: 'search', label: 'Name Contains', type: 'string' },
      {
        key: 'status',
        label: 'Status',
        type: 'string',
        choices: DOCUMENT_STATUSES.map((status) => ({
          value: status,
          sample: status,
          label: statusLabel(status),
        })),
      },
      { ...templateInput },
    ],
    perform: operation(async ({ client, bundle, z }) => {
      const filters = filtersOf(bundle);
      if (filters === 'none') {
        throw new z.errors.Error(
          'Fill in at least one of Reference, Name Contains, Status and Template.',
          'invalid_request',
        );
      }
      if (filters === 'came out empty') return [];
      const { data } = await client.documents(filters);
      return objectsOf(data).map(documentItem);
    }),
    outputFields: documentOutputs,
    sample,
  },
});

function statusLabel(status: string): string {
  return status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const FILTERS = {
  reference: 'reference',
  search: 'search',
  status: 'status',
  template_id: 'templateId',
} as const;

const LABELS: Record<keyof typeof FILTERS, string> = {
  reference: 'Reference',
  search: 'Name Contains',
  status: 'Status',
  template_id: 'Template',
};

/** The labels of the filters that were filled in with another step's value, and came out empty. */
export function emptyFilters({ inputData, inputDataRaw }: Bundle): string[] {
  return (Object.keys(FILTERS) as (keyof typeof FILTERS)[])
    .filter((key) => text(inputData?.[key]) === '' && text(inputDataRaw?.[key]) !== '')
    .map((key) => LABELS[key]);
}

/**
 * A filter that was filled in with another step's value, and came out empty, finds nothing: without it the search would
 * find some other document, and the next step might void it.
 */
function filtersOf(bundle: Bundle): DocumentQuery | 'none' | 'came out empty' {
  if (emptyFilters(bundle).length > 0) return 'came out empty';
  const query: DocumentQuery = {};
  for (const [key, name] of Object.entries(FILTERS)) {
    const value = text(bundle.inputData[key]);
    if (value !== '') query[name] = value;
  }
  return Object.keys(query).length > 0 ? query : 'none';
}
