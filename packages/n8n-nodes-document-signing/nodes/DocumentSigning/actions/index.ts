import type { INodeProperties } from 'n8n-workflow';
import { get as getAccount } from './account/get.ts';
import { download } from './document/download.ts';
import { get as getDocument } from './document/get.ts';
import { getHistory } from './document/getHistory.ts';
import { getMany as getManyDocuments } from './document/getMany.ts';
import { remind } from './document/remind.ts';
import { send } from './document/send.ts';
import { voidDocument } from './document/void.ts';
import { getMany as getManyEvents } from './event/getMany.ts';
import type { Operation } from './operation.ts';
import { get as getTemplate } from './template/get.ts';
import { getMany as getManyTemplates } from './template/getMany.ts';
import { getSchema } from './template/getSchema.ts';
import { deleteWebhook } from './webhook/delete.ts';
import { get as getWebhook } from './webhook/get.ts';
import { getMany as getManyWebhooks } from './webhook/getMany.ts';

/** Every operation, by the names that saved workflows hold; in the order of the editor's lists. */
const resources = {
  account: { name: 'Account', first: 'get', operations: { get: getAccount } },
  document: {
    name: 'Document',
    first: 'send',
    operations: {
      download,
      get: getDocument,
      getHistory,
      getMany: getManyDocuments,
      remind,
      send,
      void: voidDocument,
    },
  },
  event: { name: 'Event', first: 'getMany', operations: { getMany: getManyEvents } },
  template: {
    name: 'Template',
    first: 'getMany',
    operations: { get: getTemplate, getMany: getManyTemplates, getSchema },
  },
  webhook: {
    name: 'Webhook',
    first: 'getMany',
    operations: { delete: deleteWebhook, get: getWebhook, getMany: getManyWebhooks },
  },
} satisfies Record<string, { name: string; first: string; operations: Record<string, Operation> }>;

/** The operation that a node's parameters name; undefined where there is none by that name. */
export function findOperation(resource: string, operation: string): Operation | undefined {
  const table = new Map<string, { operations: Record<string, Operation> }>(Object.entries(resources));
  return new Map(Object.entries(table.get(resource)?.operations ?? {})).get(operation);
}

/** The parameters of the node: resource, operation, and those of each operation, shown for it alone. */
export function properties(): INodeProperties[] {
  const entries = Object.entries(resources);
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      default: 'document',
      options: entries.map(([value, { name }]) => ({ name, value })),
    },
    ...entries.flatMap(([resource, { first, operations }]): INodeProperties[] => [
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        default: first,
        displayOptions: { show: { resource: [resource] } },
        options: Object.entries<Operation>(operations).map(([value, { option }]) => ({ ...option, value })),
      },
      ...Object.entries<Operation>(operations).flatMap(([operation, entry]) =>
        entry.properties.map((property) => shownFor(resource, operation, property)),
      ),
    ]),
  ];
}

function shownFor(resource: string, operation: string, property: INodeProperties): INodeProperties {
  return {
    ...property,
    displayOptions: {
      ...property.displayOptions,
      show: { resource: [resource], operation: [operation], ...property.displayOptions?.show },
    },
  };
}
