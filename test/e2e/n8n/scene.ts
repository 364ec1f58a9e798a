import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningService } from 'document-signing-service';
import type { Mail, MailSink } from './mail-sink.ts';
import type { ExportedWorkflow, RunningN8n } from './running-n8n.ts';

/** What every scene is played with. */
export interface Scene {
  n8n: RunningN8n;
  service: RunningService;
  mail: MailSink;
  credentials: Record<string, { id: string; name: string }>;
}

const EXAMPLE_FOLDER = resolve('packages/n8n-nodes-document-signing/examples');

export const EXAMPLES = readdirSync(EXAMPLE_FOLDER).map((file) => basename(file, '.json'));

/** A workflow of the package's examples, as somebody imports it. */
export function example(name: string): ExportedWorkflow {
  const path = join(EXAMPLE_FOLDER, `${name}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as ExportedWorkflow;
}

/** The node of a workflow by its name, to change what a test cannot wait for. */
export function nodeOf(workflow: ExportedWorkflow, name: string) {
  const node = workflow.nodes.find((candidate) => candidate.name === name);
  assert.ok(node, `The example has no node “${name}”.`);
  return node;
}

/** A request to the API, as the account that the credential is of. */
export async function api<Answer>({ service }: Scene, path: string): Promise<Answer> {
  const answer = await fetch(service.baseUrl + path, {
    headers: { authorization: `Bearer ${service.tokens!.ada}` },
  });
  assert.ok(answer.ok, `${path} answers ${answer.status}`);
  return (await answer.json()) as Answer;
}

/** Does for a recipient what they would do on the signing page. */
export async function act({ service }: Scene, documentId: string, body: object): Promise<void> {
  const answer = await fetch(`${service.url}/_local/documents/${documentId}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, await answer.text());
}

export async function webhookUrls(scene: Scene): Promise<string[]> {
  const { data } = await api<{ data: { url: string }[] }>(scene, '/webhooks');
  return data.map(({ url }) => url);
}

/** Activation goes on after n8n has answered: a workflow is active once its webhooks are at the service. */
export async function untilWebhooks(scene: Scene, count: number): Promise<void> {
  await until(`${count} webhooks at the service`, async () => (await webhookUrls(scene)).length === count);
}

export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  seconds = 30,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `Not within ${seconds} s: ${what}`);
    await wait(200);
  }
}

/** The next mail to somebody that this matches. */
export async function untilMail({ mail }: Scene, matches: (mail: Mail) => boolean): Promise<Mail> {
  let found: Mail | undefined;
  await until('the mail', () => (found = mail.mails.find(matches)) !== undefined);
  return found!;
}

/** Sends a form of n8n's as a browser does; answers once n8n has taken it. */
export async function submitForm({ n8n }: Scene, path: string, fields: (string | Blob)[]): Promise<void> {
  const form = new FormData();
  for (const [index, value] of fields.entries()) {
    if (typeof value === 'string') form.append(`field-${index}`, value);
    else form.append(`field-${index}`, value, 'rows.csv');
  }
  const url = `${n8n.url}/form/${path}`;
  // Also a form is there only some time after the activation.
  await until(`the form at ${url}`, async () => (await fetch(url)).ok);
  const answer = await fetch(url, { method: 'POST', body: form });
  assert.ok(answer.ok, `The form answers ${answer.status}: ${await answer.text()}`);
}
