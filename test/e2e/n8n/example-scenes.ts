import assert from 'node:assert/strict';
import type { INodeExecutionData } from 'n8n-workflow';
import {
  act,
  api,
  example,
  nodeOf,
  submitForm,
  until,
  untilMail,
  untilWebhooks,
  webhookUrls,
  type Scene,
} from './scene.ts';
import type { ExecutionResult, ExportedWorkflow } from './running-n8n.ts';

/** Each example, imported and played to its end in a whole n8n; a name for the report, and what is done. */
export const EXAMPLE_SCENES: Record<string, (scene: Scene) => Promise<string>> = {
  'send, sign, download': sendSignDownload,
  'test mode beside production mode': testMode,
  'contract from a form, PDF mailed': contractFromForm,
  'reminders until signed': reminders,
  'bulk send from a spreadsheet': bulkSend,
  'wait for the outcome': waitForOutcome,
  'alert on decline': alertOnDecline,
};

interface Sent {
  id: string;
  name: string;
  status: string;
  signingLinks: { role: string; url: string }[];
}

const RUN = 'When clicking ‘Execute workflow’';

async function sendSignDownload(scene: Scene): Promise<string> {
  const { n8n } = scene;
  const id = await activated(scene, example('send-sign-download'), 1);
  await n8n.execute(id, RUN);
  const sent = succeeded(await n8n.waitForExecution(id)).items('Send the lease')[0]!.json as unknown as Sent;
  assert.equal(sent.signingLinks.length, 3);
  for (const role of ['Landlord', 'Tenant', 'Guarantor']) await act(scene, sent.id, { act: 'sign', role });
  const done = succeeded(await n8n.waitForExecution(id, 2));
  const [item] = done.items('Download the signed PDF');
  await isPdf(scene, item!, 'Lease of Tom Tenant.pdf');
  await ended(scene, id);
  return `document ${sent.id} sent, signed, downloaded; no webhook left`;
}

async function testMode(scene: Scene): Promise<string> {
  const { n8n } = scene;
  const workflow = example('alert-on-decline');
  workflow.nodes = workflow.nodes.slice(0, 2);
  workflow.connections = {};
  const trigger = workflow.nodes.find(({ type }) => type.endsWith('Trigger'))!;
  trigger.parameters = { events: ['document.sent'], options: {} };
  const id = await activated(scene, workflow, 1);

  assert.equal(await n8n.execute(id, trigger.name), undefined, 'n8n should listen for a test event');
  await untilWebhooks(scene, 2);
  await sendNda(scene);
  await until('two executions', async () => (await n8n.executions(id)).length === 2);
  await untilWebhooks(scene, 1);
  const [left] = await webhookUrls(scene);
  assert.match(left!, /\/webhook\/(?!test)/);
  await sendNda(scene);
  await until('a third execution', async () => (await n8n.executions(id)).length === 3);
  await ended(scene, id);
  return 'the test run started once and left nothing; production went on';
}

async function contractFromForm(scene: Scene): Promise<string> {
  const { n8n } = scene;
  const workflow = example('contract-from-form');
  const id = await activated(scene, workflow, 1);
  const path = nodeOf(workflow, 'On form submission').webhookId!;
  await submitForm(scene, path, ['Fanny Form', 'fanny@example.com', 'Lighthouse', '2026-12-24']);
  const sent = succeeded(await n8n.waitForExecution(id)).items('Send the agreement')[0]!
    .json as unknown as Sent;
  assert.equal(sent.name, 'NDA Lighthouse – Fanny Form');
  await act(scene, sent.id, { act: 'sign', role: 'Signer' });
  succeeded(await n8n.waitForExecution(id, 2));
  const mail = await untilMail(scene, ({ text }) => /Subject:.*Signed/i.test(text));
  assert.deepEqual(mail.to, ['fanny@example.com']);
  assert.match(mail.text, /filename/i);
  assert.match(mail.text, /application\/pdf/);
  await ended(scene, id);
  return `form → ${sent.id} → mail with the PDF to ${mail.to.join(', ')}`;
}

async function reminders(scene: Scene): Promise<string> {
  const { n8n, service } = scene;
  const day = 24 * 3600 * 1000;
  const before: string[] = [];
  for (const daysAgo of [1, 3, 4, 6]) {
    service.clock.set(Date.now() - daysAgo * day - 3600 * 1000);
    before.push(await sendNda(scene));
  }
  service.clock.set(Date.now());
  const id = await n8n.addWorkflow(example('remind-every-three-days'), scene.credentials);
  await n8n.execute(id, 'Every morning');
  const execution = succeeded(await n8n.waitForExecution(id));
  const reminded = execution.items('Third day').map(({ json }) => String(json.id));
  const due = [before[1]!, before[3]!];
  assert.deepEqual(reminded.filter((document) => before.includes(document)).sort(), due.sort());
  assert.ok(execution.items('Remind').every(({ json }) => json.sent === 1));
  return `of four documents the two that are three and six days old were reminded`;
}

async function bulkSend(scene: Scene): Promise<string> {
  const { n8n } = scene;
  const workflow = example('bulk-send-from-spreadsheet');
  const id = await activated(scene, workflow, 0);
  const rows = Array.from({ length: 30 }, (_, index) => {
    const bad = index % 10 === 3;
    return `Person ${index},${bad ? 'nobody' : `p${index}@example.com`},Bulk,12/24/2026,BULK-${index}`;
  });
  const csv = new Blob([['name,email,project,date,reference', ...rows].join('\n')], { type: 'text/csv' });
  await submitForm(scene, nodeOf(workflow, 'Upload a spreadsheet').webhookId!, [csv]);
  const execution = succeeded(await n8n.waitForExecution(id));
  const sent = execution.items('Sent').map(({ json }) => json.reference);
  const failed = execution.items('Not sent').map(({ json }) => json);
  assert.equal(new Set(sent).size, 27);
  assert.deepEqual(
    failed.map(({ reference }) => reference),
    ['BULK-3', 'BULK-13', 'BULK-23'],
  );
  assert.match(String(failed[0]!.problem), /“nobody” is not an e-mail address.*“Signer”/);
  const { data } = await api<{ data: { reference: string }[] }>(scene, '/documents?search=Bulk&limit=100');
  assert.equal(data.length, 27);
  await ended(scene, id);
  return '27 of 30 rows sent, each once; 3 came back with what is wrong';
}

async function waitForOutcome(scene: Scene): Promise<string> {
  const { n8n } = scene;
  const workflow = example('wait-for-outcome');
  nodeOf(workflow, 'Wait a day').parameters = { amount: 1, unit: 'seconds' };
  const id = await n8n.addWorkflow(workflow, scene.credentials);
  await n8n.execute(id, RUN);
  let document: string | undefined;
  await until('the document', async () => {
    const { data } = await api<{ data: { id: string; name: string }[] }>(
      scene,
      '/documents?search=NDA%20Lighthouse&status=in_progress',
    );
    document = data.find(({ name }) => name === 'NDA Lighthouse')?.id;
    return document !== undefined;
  });
  await new Promise((passed) => setTimeout(passed, 2500));
  await act(scene, document!, { act: 'sign', role: 'Signer' });
  const signed = succeeded(await n8n.waitForExecution(id));
  await isPdf(scene, signed.items('Download the signed PDF')[0]!, 'NDA Lighthouse.pdf');

  const impatient = example('wait-for-outcome');
  nodeOf(impatient, 'Wait a day').parameters = { amount: 0.2, unit: 'seconds' };
  const bounded = await n8n.addWorkflow(impatient, scene.credentials);
  await n8n.execute(bounded, RUN);
  const given = succeeded(await n8n.waitForExecution(bounded, 1, 120));
  assert.equal(given.items('Void it')[0]!.json.status, 'voided');
  return 'signed while it waited: downloaded; never signed: voided after 30 looks';
}

async function alertOnDecline(scene: Scene): Promise<string> {
  const { n8n } = scene;
  const id = await activated(scene, example('alert-on-decline'), 1);
  await act(scene, await sendNda(scene), { act: 'decline', role: 'Signer', reason: 'The term is too long' });
  succeeded(await n8n.waitForExecution(id));
  const mail = await untilMail(scene, ({ text }) => /Subject:.*Declined/i.test(text));
  assert.match(mail.text, /The term is too long/);
  await ended(scene, id);
  return `mail to ${mail.to.join(', ')} with the reason`;
}

async function activated(scene: Scene, workflow: ExportedWorkflow, webhooks: number): Promise<string> {
  const id = await scene.n8n.addWorkflow(workflow, scene.credentials);
  await scene.n8n.activate(id);
  await untilWebhooks(scene, webhooks);
  return id;
}

/** Deactivates a workflow; nothing of it is left at the service. */
async function ended(scene: Scene, id: string): Promise<void> {
  await scene.n8n.deactivate(id);
  await untilWebhooks(scene, 0);
}

function succeeded(execution: ExecutionResult): ExecutionResult {
  assert.equal(execution.status, 'success', JSON.stringify(execution.error));
  return execution;
}

async function isPdf({ n8n }: Scene, item: INodeExecutionData, name: string): Promise<void> {
  const file = item.binary!.data!;
  assert.equal(file.fileName, name);
  assert.equal((await n8n.file(file.id!)).subarray(0, 5).toString(), '%PDF-');
}

async function sendNda({ service }: Scene): Promise<string> {
  const answer = await fetch(`${service.baseUrl}/templates/tpl_nda/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.tokens!.ada}`, 'content-type': 'application/json' },
    body: JSON.stringify({ recipients: [{ role: 'Signer', email: 'sam@example.com', name: 'Sam' }] }),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  return ((await answer.json()) as { id: string }).id;
}
