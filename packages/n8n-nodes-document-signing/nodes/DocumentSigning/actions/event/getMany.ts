import { EVENT_LABELS, type EventQuery } from '@document-signing/shared';
import { givenFilters } from '../given-filters.ts';
import { asItem, type Operation } from '../operation.ts';
import { limitOf } from '../requested-items.ts';

/** `GET /events` (section 4): the latest events; the API has no pages for them. */
export const getMany: Operation = {
  option: {
    name: 'Get Many',
    description:
      'List the latest events of all your documents, newest first: what happened to which document, when and by whom',
    action: 'Get many events',
  },
  properties: [
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 100 },
      default: 50,
      description: 'Max number of results to return',
    },
    {
      displayName: 'Filters',
      name: 'filters',
      type: 'collection',
      placeholder: 'Add filter',
      default: {},
      options: [
        {
          displayName: 'Event',
          name: 'type',
          type: 'options',
          default: 'document.completed',
          description: 'Only events of this kind',
          options: EVENT_LABELS.map(({ kind, label, description }) => ({
            name: label,
            value: kind,
            description,
          })),
        },
      ],
    },
  ],
  async execute({ context, client }, itemIndex) {
    const { type } = givenFilters(context, itemIndex, { type: 'Event' });
    const query: EventQuery = { limit: Math.min(100, limitOf(context, itemIndex)) };
    if (type) query.type = String(type);
    return (await client.events(query)).map(asItem);
  },
};
