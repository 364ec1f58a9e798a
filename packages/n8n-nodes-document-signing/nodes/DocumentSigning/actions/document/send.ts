import {
  ApiError,
  buildSendRequest,
  SendFormError,
  type SendRequest,
  type SendValues,
  type SigningDocument,
} from '@document-signing/shared';
import type { INodeProperties } from 'n8n-workflow';
import { nodeError } from '../../../connection/node-error.ts';
import { recipientsOf, valuesOf } from '../../columns.ts';
import type { Run } from '../../run.ts';
import { asItem, type Operation } from '../operation.ts';
import { templateId } from '../pickers.ts';

const options: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [
    {
      displayName: 'Document Name',
      name: 'name',
      type: 'string',
      default: '',
      description: 'At most 250 characters. The template’s name where it is left out.',
    },
    {
      displayName: 'Expires In Days',
      name: 'expiresInDays',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 365 },
      default: 30,
      description:
        'Days until nobody can sign any more: 1 to 365. As the template says where it is left out.',
    },
    {
      displayName: 'Note',
      name: 'note',
      type: 'string',
      typeOptions: { rows: 2 },
      default: '',
      description: 'Shown to the recipients; at most 200 characters',
    },
    {
      displayName: 'Reference',
      name: 'reference',
      type: 'string',
      default: '',
      description:
        'Your own reference, at most 100 characters: shown on the document and in events, and a filter of Get Many',
    },
    {
      displayName: 'Send Emails',
      name: 'sendEmails',
      type: 'boolean',
      default: true,
      description:
        'Whether the service e-mails the recipients. If not, the output has <code>signingLinks</code> to pass on to them.',
    },
    {
      displayName: 'Send in Order',
      name: 'sendInOrder',
      type: 'boolean',
      default: true,
      description:
        'Whether the recipients sign one after another. As the template says where it is left out.',
    },
  ],
};

/** `POST /templates/{id}/send` (section 4). */
export const send: Operation = {
  option: {
    name: 'Send',
    description:
      'Create a document from a template and send it for signature: give an e-mail for every open role and values for the fields. Returns the document with its ID.',
    action: 'Send a document for signature',
  },
  properties: [
    templateId,
    {
      displayName: 'Recipients and Fields',
      name: 'inputMode',
      type: 'options',
      noDataExpression: true,
      default: 'fields',
      description: 'How to give the recipients and the values of the fields',
      options: [
        {
          name: 'Fill in Below',
          value: 'fields',
          description: 'One input for each role and field of the template',
        },
        {
          name: 'Using JSON',
          value: 'json',
          description: 'For recipients and values that the workflow computes',
        },
      ],
    },
    {
      displayName: 'Recipients',
      name: 'recipients',
      type: 'resourceMapper',
      noDataExpression: true,
      default: { mappingMode: 'defineBelow', value: null },
      required: true,
      typeOptions: {
        loadOptionsDependsOn: ['templateId.value'],
        resourceMapper: {
          resourceMapperMethod: 'getRecipientColumns',
          mode: 'add',
          valuesLabel: 'Recipients',
          fieldWords: { singular: 'recipient', plural: 'recipients' },
          addAllFields: true,
          supportAutoMap: false,
          multiKeyMatch: false,
          noFieldsError: 'This template has no roles.',
        },
      },
      displayOptions: { show: { inputMode: ['fields'] }, hide: { templateId: [''] } },
    },
    {
      displayName: 'Fields',
      name: 'fields',
      type: 'resourceMapper',
      noDataExpression: true,
      default: { mappingMode: 'defineBelow', value: null },
      typeOptions: {
        loadOptionsDependsOn: ['templateId.value'],
        resourceMapper: {
          resourceMapperMethod: 'getFieldColumns',
          mode: 'add',
          valuesLabel: 'Fields',
          fieldWords: { singular: 'field', plural: 'fields' },
          addAllFields: true,
          supportAutoMap: false,
          multiKeyMatch: false,
          noFieldsError: 'This template has no fields to fill when sending.',
        },
      },
      displayOptions: { show: { inputMode: ['fields'] }, hide: { templateId: [''] } },
    },
    {
      displayName: 'Recipients (JSON)',
      name: 'recipientsJson',
      type: 'json',
      typeOptions: { rows: 4 },
      default: '[]',
      required: true,
      description:
        'A list of <code>{ role, email, name }</code>, or an object keyed by role whose values carry email and name: <code>[{ "role": "Tenant", "email": "tom@example.com", "name": "Tom" }]</code>',
      displayOptions: { show: { inputMode: ['json'] } },
    },
    {
      displayName: 'Fields (JSON)',
      name: 'fieldsJson',
      type: 'json',
      typeOptions: { rows: 4 },
      default: '{}',
      description:
        'An object keyed by field name; <code>role::field name</code> where names collide. Empty values leave the template’s own.',
      displayOptions: { show: { inputMode: ['json'] } },
    },
    options,
  ],
  async prepare(run, itemIndex) {
    const id = run.id('templateId', itemIndex);
    const values = run.context.getNodeParameter('options', itemIndex, {}) as SendValues;
    const form = await run.sendForm(id);
    const given =
      run.context.getNodeParameter('inputMode', 0, 'fields') === 'json'
        ? fromJson(run, itemIndex)
        : {
            recipients: recipientsOf(form, run.context.getNodeParameter('recipients', itemIndex, null)),
            fields: valuesOf(form, run.context.getNodeParameter('fields', itemIndex, null)),
          };
    const request = buildSendRequest(form, { ...values, ...given }, { timeZone: run.context.getTimezone() });
    return async () => [asItem(await sendOnce(run, itemIndex, id, request))];
  },
};

/** A send is never repeated blindly: where it is unclear whether the document went out, the error says so. */
async function sendOnce(
  { context, client, sentBefore }: Run,
  itemIndex: number,
  id: string,
  request: SendRequest,
): Promise<SigningDocument> {
  const earlier = sentBefore.find(itemIndex, id, request);
  if (earlier && 'document' in earlier) return earlier.document;
  try {
    if (earlier) throw earlier.failure;
    const document = await client.send(id, request);
    sentBefore.note(itemIndex, id, request, { document });
    return document;
  } catch (error) {
    const failure = nodeError(context.getNode(), error, itemIndex);
    if (error instanceof ApiError && error.unclear) {
      failure.description = `${UNCLEAR}${failure.description ? `\n${failure.description}` : ''}`;
      sentBefore.note(itemIndex, id, request, { failure });
    }
    throw failure;
  }
}

const UNCLEAR =
  'The document may have been sent nevertheless: look for it with Document → Get Many, by its reference or name, before you send it again.';

function fromJson({ context }: Run, itemIndex: number): Pick<SendValues, 'recipients' | 'fields'> {
  const problems: string[] = [];
  const read = (parameter: string, label: string): unknown => {
    const value = context.getNodeParameter(parameter, itemIndex, null) as unknown;
    if (typeof value !== 'string' || value.trim() === '') return value;
    try {
      return JSON.parse(value);
    } catch (error) {
      problems.push(`“${label}” is no valid JSON (${(error as Error).message}): mend it, or give an object.`);
      return undefined;
    }
  };
  const given = {
    recipients: read('recipientsJson', 'Recipients (JSON)'),
    fields: read('fieldsJson', 'Fields (JSON)'),
  };
  if (problems.length > 0) throw new SendFormError(problems);
  return given;
}
