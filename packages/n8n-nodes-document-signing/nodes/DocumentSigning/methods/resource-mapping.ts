import { loadSendForm, type SendForm } from '@document-signing/shared';
import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { connect } from '../../connection/client.ts';
import { nodeError } from '../../connection/node-error.ts';
import { fieldColumns, recipientColumns } from '../columns.ts';

/** The columns of `recipients` for the template that is chosen. */
export async function getRecipientColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  return await columns(this, recipientColumns, 'This template has no roles.');
}

/** The columns of `fields` for the template that is chosen. */
export async function getFieldColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  return await columns(this, fieldColumns, 'This template has no fields to fill when sending.');
}

async function columns(
  context: ILoadOptionsFunctions,
  columnsOf: (form: SendForm) => ResourceMapperField[],
  emptyFieldsNotice: string,
): Promise<ResourceMapperFields> {
  try {
    const template = context.getCurrentNodeParameter('templateId', { extractValue: true });
    const id = String(template ?? '').trim();
    if (id === '') return { fields: [], emptyFieldsNotice: 'Choose a template first.' };
    return { fields: columnsOf(await loadSendForm(await connect(context, 'editor'), id)), emptyFieldsNotice };
  } catch (error) {
    throw nodeError(context.getNode(), error);
  }
}
