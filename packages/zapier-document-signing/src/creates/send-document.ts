import { ApiError, buildSendRequest, loadSendForm } from '@document-signing/shared';
import {
  defineCreate,
  type Bundle,
  type Create,
  type PlainInputField,
  type ZObject,
} from 'zapier-platform-core';
import { documentItem, documentOutputs } from '../documents.ts';
import { halted, missing, zapierError } from '../errors.ts';
import { INPUT_GROUPS, inputFields, sendValues } from '../fields.ts';
import { rewordFor, SEND_LABELS } from '../labels.ts';
import { isUnresolved, operation, text, type Call } from '../operation.ts';
import sample from '../samples/document.json' with { type: 'json' };
import { emptyFilters } from '../searches/find-document.ts';
import { templateInput } from '../templates.ts';

/** `POST /templates/{id}/send` (section 4), with the inputs that the chosen template asks for. */
export const sendDocument: Create = defineCreate({
  key: 'send_document',
  noun: 'Document',
  display: {
    label: 'Send Document',
    description: 'Sends a document for signature from a template. It cannot be unsent, only voided.',
  },
  operation: {
    inputFieldGroups: INPUT_GROUPS,
    inputFields: [
      { ...templateInput, required: true, altersDynamicFields: true, group: 'template' },
      templateFields,
      {
        key: 'name',
        label: 'Document Name',
        type: 'string',
        helpText: 'At most 250 characters. Leave empty to use the template’s name.',
        group: 'settings',
      },
      {
        key: 'note',
        label: 'Note',
        type: 'text',
        helpText: 'At most 200 characters; the recipients see it.',
        group: 'settings',
      },
      {
        key: 'reference',
        label: 'Reference',
        type: 'string',
        helpText: 'At most 100 characters. Your own reference, by which the document can be found later.',
        group: 'settings',
      },
      {
        key: 'send_in_order',
        label: 'Send in Order',
        type: 'boolean',
        helpText: 'Whether recipients sign one after another. Leave empty to do as the template says.',
        group: 'settings',
      },
      {
        key: 'expires_in_days',
        label: 'Expires in Days',
        type: 'integer',
        helpText: 'From 1 to 365. Leave empty to do as the template says.',
        group: 'settings',
      },
      {
        key: 'send_emails',
        label: 'Send Emails',
        type: 'boolean',
        helpText:
          'If no, the service sends no emails, and this step gives a signing link for each recipient.',
        group: 'settings',
      },
    ],
    perform: operation(send),
    outputFields: documentOutputs,
    sample,
  },
});

/** The inputs of the chosen template, in two requests. Nothing is asked for a template that is not known yet. */
function templateFields(z: ZObject, bundle: Bundle): Promise<PlainInputField[]> {
  const id = text(bundle.inputData?.template_id);
  if (id === '' || isUnresolved(id)) return Promise.resolve([]);
  return operation(async ({ client }) => {
    try {
      return inputFields(await loadSendForm(client, id));
    } catch (error) {
      throw missing(error, 'template', id);
    }
  })(z, bundle);
}

/** Milliseconds. Begun with less, a send might be cut off by Zapier, and nobody would know whether it went out. */
const LEAST_FOR_SEND = 8_000;

async function send({ client, input, z, deadline, bundle }: Call): Promise<Record<string, unknown>> {
  const id = text(input.template_id);
  const [empty] = bundle.meta?.withSearch ? emptyFilters(bundle) : [];
  if (empty !== undefined) {
    // A search by nothing finds nothing, so every run would send one more.
    throw halted(
      z,
      `“${empty}” came out empty, so the document could not be looked for and nothing was sent: give a value that is never empty.`,
    );
  }
  try {
    // Read again, so that a template changed since the Zap was made is met as it is now.
    const form = await loadSendForm(client, id);
    const request = buildSendRequest(form, sendValues(input), { labels: SEND_LABELS });
    if (deadline.left < LEAST_FOR_SEND) {
      throw new z.errors.Error(
        'Nothing was sent: the service took so long to give the template that too little of Zapier’s time was left to send the document. Run this step again.',
        'too_slow',
      );
    }
    try {
      return documentItem(await client.send(id, request));
    } catch (error) {
      if (error instanceof ApiError && error.unclear) throw halted(z, unclear(error));
      throw zapierError(z, missing(error, 'template', id), rewordFor(form));
    }
  } catch (error) {
    throw missing(error, 'template', id);
  }
}

/** The API knows no way to repeat a send without sending twice, and Zapier plays failed runs again: so this one stops. */
function unclear({ message }: ApiError): string {
  return `It is not known whether the document was sent. ${message} Look for it in the product before you replay this run, as that may send it twice.`;
}
