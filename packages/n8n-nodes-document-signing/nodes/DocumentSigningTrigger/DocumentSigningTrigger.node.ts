import { EVENT_LABELS, unsubscribe, type EventKind } from '@document-signing/shared';
import {
  NodeConnectionTypes,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { connect } from '../connection/client.ts';
import { searchTemplates } from '../connection/list-search.ts';
import { nodeError } from '../connection/node-error.ts';
import { receive } from './delivery.ts';
import { isRegistered, register, RegistrationStore, removeLeftovers } from './registration.ts';

export class DocumentSigningTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Document Signing Trigger',
    name: 'documentSigningTrigger',
    icon: {
      light: 'file:../../icons/document-signing.svg',
      dark: 'file:../../icons/document-signing.dark.svg',
    },
    group: ['trigger'],
    version: 1,
    subtitle:
      '={{ $parameter["events"].length ? $parameter["events"].map((kind) => kind.replace("document.", "").replaceAll("_", " ")).join(", ") : "every event" }}',
    description: 'Starts the workflow when a document is sent, viewed, signed, declined, completed and so on',
    defaults: { name: 'Document Signing Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'documentSigningApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        default: [],
        description: 'The kinds of event that start the workflow; none chosen means every kind',
        options: EVENT_LABELS.map(({ kind, label, description }) => ({
          name: label,
          value: kind,
          description,
        })),
      },
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add option',
        default: {},
        options: [
          {
            displayName: 'Download PDF When Completed',
            name: 'downloadPdf',
            type: 'boolean',
            default: true,
            description:
              'Whether to download the signed PDF when a document is completed, into the binary field <code>data</code>',
          },
          {
            displayName: 'Include Document',
            name: 'includeDocument',
            type: 'boolean',
            default: true,
            description:
              'Whether to read the document as it is now and add it as <code>currentDocument</code>, with its recipients and their statuses',
          },
          {
            displayName: 'Only for Template',
            name: 'templateId',
            type: 'resourceLocator',
            default: { mode: 'list', value: '' },
            description: 'Start the workflow only for documents sent from this template',
            modes: [
              {
                displayName: 'From List',
                name: 'list',
                type: 'list',
                placeholder: 'Choose a template…',
                typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
              },
              { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. tpl_4f1d2c' },
            ],
          },
        ],
      },
    ],
  };

  methods = { listSearch: { searchTemplates } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        try {
          const registration = new RegistrationStore(this).get();
          return await isRegistered(this.getNode(), await connect(this, 'run'), registration, wantedBy(this));
        } catch (error) {
          throw nodeError(this.getNode(), error);
        }
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const store = new RegistrationStore(this);
        try {
          store.set(await register(this.getNode(), await connect(this, 'run'), store.get(), wantedBy(this)));
          return true;
        } catch (error) {
          throw nodeError(this.getNode(), error);
        }
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const store = new RegistrationStore(this);
        try {
          const client = await connect(this, 'run');
          const registration = store.get();
          if (registration) await unsubscribe(client, registration);
          else await removeLeftovers(client, wantedBy(this).url);
          store.clear();
          return true;
        } catch (error) {
          throw nodeError(this.getNode(), error);
        }
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await receive(this);
  }
}

/** The webhook that this node needs: its own address, test or production, and the kinds that were chosen. */
function wantedBy(context: IHookFunctions): { url: string; events: EventKind[] } {
  return {
    url: context.getNodeWebhookUrl('default') as string,
    events: context.getNodeParameter('events', []) as EventKind[],
  };
}
