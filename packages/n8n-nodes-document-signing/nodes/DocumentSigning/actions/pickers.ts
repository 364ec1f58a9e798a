import type { INodeProperties } from 'n8n-workflow';

/** A template from a list that can be searched, or by its id. */
export const templateId: INodeProperties = {
  displayName: 'Template',
  name: 'templateId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  description: 'The template: your own ones and those shared with you, most recently changed first',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Choose a template…',
      typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
    },
    {
      displayName: 'By ID',
      name: 'id',
      type: 'string',
      placeholder: 'e.g. tpl_4f1d2c',
    },
  ],
};

/** A document from a list that can be searched, or by its id. */
export const documentId: INodeProperties = {
  displayName: 'Document',
  name: 'documentId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  description: 'The document: those you sent, most recently changed first',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Choose a document…',
      typeOptions: { searchListMethod: 'searchDocuments', searchable: true },
    },
    {
      displayName: 'By ID',
      name: 'id',
      type: 'string',
      placeholder: 'e.g. doc_9b27aa',
    },
  ],
};

/** The id of a webhook. */
export const webhookId: INodeProperties = {
  displayName: 'Webhook ID',
  name: 'webhookId',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. wh_3c85e0',
  description: 'ID of the webhook, as Get Many gives it',
};

/** Return All and Limit, for every operation that lists. */
export function howMany(order?: string): INodeProperties[] {
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
      ...(order && { hint: order }),
      displayOptions: { show: { returnAll: [false] } },
    },
  ];
}
