import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { properties } from './actions/index.ts';
import { listSearch, resourceMapping } from './methods/index.ts';
import { route } from './router.ts';

export class DocumentSigning implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Document Signing',
    name: 'documentSigning',
    icon: {
      light: 'file:../../icons/document-signing.svg',
      dark: 'file:../../icons/document-signing.dark.svg',
    },
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Send documents for signature from templates, follow them, and download the signed PDFs',
    defaults: { name: 'Document Signing' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'documentSigningApi', required: true }],
    properties: properties(),
  };

  methods = { listSearch, resourceMapping };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await route(this);
  }
}
