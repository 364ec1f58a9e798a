import type { DOCUMENT_STATUSES, DocumentQuery } from '@document-signing/shared';
import { givenFilters } from '../given-filters.ts';
import { asItem, type Operation } from '../operation.ts';
import { howMany, templateId } from '../pickers.ts';
import { requestedItems } from '../requested-items.ts';
import { pointInTime } from '../point-in-time.ts';

/** `GET /documents` (section 4): every filter of the query, under the name it has there. */
export const getMany: Operation = {
  option: {
    name: 'Get Many',
    description:
      'List the documents you sent, most recently changed first, narrowed by status, reference, template, name or time of the last change',
    action: 'Get many documents',
  },
  properties: [
    ...howMany('Most recently changed first'),
    {
      displayName: 'Filters',
      name: 'filters',
      type: 'collection',
      placeholder: 'Add filter',
      default: {},
      options: [
        {
          displayName: 'Changed Since',
          name: 'updatedSince',
          type: 'dateTime',
          default: '',
          description: 'Only documents that changed after this time',
        },
        {
          displayName: 'Reference',
          name: 'reference',
          type: 'string',
          default: '',
          description: 'Only documents with exactly this reference of yours',
        },
        {
          displayName: 'Search',
          name: 'search',
          type: 'string',
          default: '',
          description: 'Only documents with this text in their name',
        },
        {
          displayName: 'Status',
          name: 'status',
          type: 'options',
          default: 'in_progress',
          description: 'Only documents in this status',
          options: [
            { name: 'Completed', value: 'completed' },
            { name: 'Declined', value: 'declined' },
            { name: 'Draft', value: 'draft' },
            { name: 'Expired', value: 'expired' },
            { name: 'In Progress', value: 'in_progress' },
            { name: 'Voided', value: 'voided' },
          ] satisfies { name: string; value: (typeof DOCUMENT_STATUSES)[number] }[],
        },
        { ...templateId, required: false, description: 'Only documents sent from this template' },
      ],
    },
  ],
  async execute(run, itemIndex) {
    const { context, client } = run;
    const filters = givenFilters(context, itemIndex, {
      updatedSince: 'Changed Since',
      reference: 'Reference',
      search: 'Search',
      status: 'Status',
      templateId: 'Template',
    });
    const query: DocumentQuery = {};
    for (const name of ['status', 'reference', 'search'] as const) {
      if (filters[name]) query[name] = String(filters[name]);
    }
    if (filters.templateId) query.templateId = run.id('filters.templateId', itemIndex);
    if (filters.updatedSince) {
      // What is no time goes out as it is: the service says what is wrong with it.
      query.updatedSince =
        pointInTime(filters.updatedSince, context.getTimezone()) ?? String(filters.updatedSince);
    }
    const documents = await requestedItems(run, itemIndex, (limit) =>
      client.eachDocument({ ...query, limit }),
    );
    return documents.map(asItem);
  },
};
