import { relative } from 'node:path';
import { startZapierEngine } from '../connectors/zapier-engine.ts';
import { pdfText } from './pdf-text.ts';
import { signDocument, type SigningLink } from './sign-document.ts';
import type { RunStep } from './steps.ts';

/** Demo data: what is filled in, in writing from many places. */
const VALUES = {
  f_Address: 'ul. Łódzka 7, Ελλάδα 12, Привет 3, 日本',
  f_MonthlyZ20rent: '1250.50',
  f_StartZ20date: '2026-12-24T00:00:00+14:00',
  f_Heating: 'Heat pump',
  f_UtilitiesZ20included: ['Water', 'Internet'],
  f_PetsZ20allowed: true,
};
const DRAWN = ['ul. Łódzka 7, Ελλάδα 12, Привет 3, 日本', '1250.5', '12/24/2026', 'Heat pump', 'Internet'];

/** The main job in Zapier's engine: connect, choose, fill, send; signed over the pages; the hook, then the PDF. */
export async function runZapierJob(
  step: RunStep,
  { baseUrl, token, pdf }: { baseUrl: string; token: string; pdf: string },
): Promise<void> {
  const zapier = await startZapierEngine({ baseUrl, token });
  try {
    await step(
      'connection tested',
      () => zapier.run<{ name: string; email: string }>('authentication.test'),
      ({ name, email }) => `${name}, ${email}`,
    );
    const template = await step(
      'template chosen from the dropdown',
      async () => {
        const templates = await zapier.run<{ id: string; name: string }[]>(
          'triggers.template_list.operation.perform',
        );
        const found = templates.find(({ name }) => name === 'Residential lease');
        if (!found) throw new Error('The dropdown does not offer “Residential lease”.');
        return found;
      },
      ({ name }) => name,
    );
    await step(
      'its roles and fields loaded as inputs',
      async () => {
        const fields = await zapier.fields('creates.send_document', { template_id: template.id });
        const keys = fields.flatMap(({ key }) => (/^[enf]_/.test(key) ? [key] : []));
        const missing = Object.keys(VALUES).filter((key) => !keys.includes(key));
        if (missing.length > 0) throw new Error(`The inputs ${missing.join(', ')} are not there.`);
        return keys;
      },
      (keys) => `${keys.length} inputs`,
    );
    const hook = await step(
      'Zap turned on',
      () => zapier.subscribe('document_completed'),
      ({ subscribeData }) => `webhook ${subscribeData.id}`,
    );
    const sent = await step(
      'document sent',
      () =>
        zapier.run<{ id: string; status: string; signingLinks: SigningLink[] }>(
          'creates.send_document.operation.perform',
          {
            inputData: {
              template_id: template.id,
              name: 'Lease for the flat under the roof',
              reference: 'MAIN-JOB-ZAPIER',
              send_emails: false,
              e_Landlord: 'landlord@example.com',
              n_Landlord: 'Lena Demo',
              e_Tenant: 'tenant@example.com',
              n_Tenant: 'Théo Demo',
              ...VALUES,
            },
          },
        ),
      ({ id, status }) => `${id}, ${status}`,
    );
    await step('signed by three people on the signing pages', () =>
      signDocument(sent.signingLinks, {
        Landlord: {
          action: 'sign',
          name: 'Lena Demo',
          fields: { 'Landlord::Name': 'Lena Demo', 'Landlord::Date': '2026-12-01' },
        },
        Tenant: {
          action: 'sign',
          name: 'Théo Demo',
          fields: {
            'Tenant::Name': 'Théo Demo',
            'Tenant::Date': '2026-12-02',
            'Persons in household': '2',
            'House rules read': 'yes',
          },
        },
        Guarantor: { action: 'sign', name: 'Gina Demo' },
      }),
    );
    const item = await step(
      'the delivery starts the Zap',
      async () => {
        const delivery = await hook.next();
        const items = await hook.perform<{ document: { id: string; status: string }; pdf: string }>(delivery);
        if (items.length !== 1 || items[0]!.document.id !== sent.id) {
          throw new Error(`The hook gave ${JSON.stringify(items)}.`);
        }
        return items[0]!;
      },
      ({ document }) => `${document.id}, ${document.status}`,
    );
    await step(
      'PDF fetched, with every value in it',
      async () => {
        await zapier.save(await zapier.hydrate(item.pdf), pdf);
        const text = await pdfText(pdf);
        const missing = DRAWN.filter((value) => !text.includes(value));
        if (missing.length > 0) throw new Error(`The PDF lacks ${missing.join(' · ')}.`);
      },
      () => relative(process.cwd(), pdf),
    );
    await step('Zap turned off', () => hook.unsubscribe());
  } finally {
    await zapier.close();
  }
}
