import { givenFilters } from '../given-filters.ts';
import { asItem, type Operation } from '../operation.ts';
import { howMany } from '../pickers.ts';
import { requestedItems } from '../requested-items.ts';

/** `GET /templates` (section 4). */
export const getMany: Operation = {
  option: {
    name: 'Get Many',
    description:
      'List your templates and those shared with you, most recently changed first, with their roles',
    action: 'Get many templates',
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
          displayName: 'Search',
          name: 'search',
          type: 'string',
          default: '',
          description: 'Only templates with this text in their name',
        },
      ],
    },
  ],
  async execute(run, itemIndex) {
    const { search } = givenFilters(run.context, itemIndex, { search: 'Search' });
    const query = search ? { search: String(search) } : {};
    const templates = await requestedItems(run, itemIndex, (limit) =>
      run.client.eachTemplate({ ...query, limit }),
    );
    return templates.map(asItem);
  },
};
