import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startN8nEngine, type WorkflowJson } from '../connectors/n8n/engine.ts';
import { pdfText } from './pdf-text.ts';
import { signDocument, type SigningLink } from './sign-document.ts';
import type { RunStep } from './steps.ts';

const EXAMPLE = join(
  import.meta.dirname,
  '../../packages/n8n-nodes-document-signing/examples/send-sign-download.json',
);
const DRAWN = ['Ελιάς 5, Łódź', '1250.5', '12/24/2026'];

/** The main job in n8n-core: an example workflow sends, the real delivery starts its trigger, the PDF is downloaded. */
export async function runN8nJob(
  step: RunStep,
  { baseUrl, token, pdf }: { baseUrl: string; token: string; pdf: string },
): Promise<void> {
  const workflow = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowJson;
  const credentials = { documentSigningApi: { baseUrl, token } };
  const n8n = await step('packed package loaded by n8n-core', () => startN8nEngine());
  try {
    const template = await step(
      'template chosen from the list',
      async () => {
        const { results } = await n8n.listSearch('searchTemplates', { credentials, parameters: {} });
        const found = results.find(({ name }) => name === 'Residential lease');
        if (!found) throw new Error('The list does not offer “Residential lease”.');
        return found;
      },
      ({ name }) => name,
    );
    await step(
      'its roles and fields loaded as inputs',
      async () => {
        const parameters = { templateId: { __rl: true, mode: 'list', value: template.value } };
        const recipients = await n8n.columns('getRecipientColumns', { credentials, parameters });
        const fields = await n8n.columns('getFieldColumns', { credentials, parameters });
        return [...recipients.fields, ...fields.fields];
      },
      (columns) => `${columns.length} inputs`,
    );
    const active = await step(
      'workflow with the trigger activated',
      () => n8n.activate(workflow, { credentials }),
      ({ webhookUrl }) => webhookUrl,
    );
    const sent = await step(
      'document sent',
      async () => {
        const execution = await n8n.run(workflow, { credentials, input: [{ json: {} }] });
        if (execution.status !== 'success') throw new Error(execution.error?.message ?? execution.status);
        return execution.items('Send the lease')[0]!.json as unknown as {
          id: string;
          status: string;
          signingLinks: SigningLink[];
        };
      },
      ({ id, status }) => `${id}, ${status}`,
    );
    await step('signed by three people on the signing pages', () =>
      signDocument(sent.signingLinks, {
        Landlord: { action: 'sign', name: 'Lara Landlord' },
        Tenant: { action: 'sign', name: 'Tom Tenant', fields: { 'House rules read': 'yes' } },
        Guarantor: { action: 'sign', name: 'Gina Demo' },
      }),
    );
    const done = await step(
      'the delivery starts the workflow',
      async () => {
        const execution = await active.waitForExecution(1);
        if (execution.status !== 'success') throw new Error(execution.error?.message ?? execution.status);
        return execution;
      },
      ({ status }) => status,
    );
    await step(
      'PDF downloaded, with every value in it',
      async () => {
        const file = done.items('Download the signed PDF')[0]?.binary?.data;
        if (!file) throw new Error('The execution has no PDF.');
        writeFileSync(pdf, await n8n.binary(file));
        const text = await pdfText(pdf);
        const missing = DRAWN.filter((value) => !text.includes(value));
        if (missing.length > 0) throw new Error(`The PDF lacks ${missing.join(' · ')}.`);
      },
      () => relative(process.cwd(), pdf),
    );
    await step('workflow deactivated', () => active.deactivate());
  } finally {
    await n8n.close();
  }
}
