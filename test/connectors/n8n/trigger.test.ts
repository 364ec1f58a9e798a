import type { SigningEvent, Webhook } from '@document-signing/shared';
import { signPayload } from '@document-signing/shared';
import type { ActiveWorkflow } from './engine.ts';
import {
  byId,
  credentialsFor,
  sending,
  singleTrigger,
  startFixture,
  TRIGGER,
  type Fixture,
} from './fixture.ts';
import { startRelay } from './relay.ts';

let fixture: Fixture;
const active: ActiveWorkflow[] = [];
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(async () => {
  await fixture.service.settle();
  for (const workflow of active.splice(0)) await workflow.deactivate();
  expect(await webhooks()).toEqual([]);
});
afterAll(() => fixture.close());

async function activate(parameters = {}, options: { mode?: 'test' | 'production'; baseUrl?: string } = {}) {
  const workflow = await fixture.engine.activate(singleTrigger({ events: [], options: {}, ...parameters }), {
    credentials: credentialsFor(options.baseUrl ?? fixture.service.baseUrl, fixture.service.tokens!.ada),
    mode: options.mode,
  });
  active.push(workflow);
  return workflow;
}

async function webhooks(): Promise<Webhook[]> {
  return (await fixture.api<{ data: Webhook[] }>('/webhooks')).data;
}

async function send(template = 'tpl_nda', role = 'Signer'): Promise<string> {
  const [item] = await fixture.items(sending(template, { [`email:${role}`]: 'sam@example.com' }));
  return String(item!.json.id);
}

const sign = (id: string) => fixture.local(`/documents/${id}/act`, { act: 'sign', role: 'Signer' });

/** What the trigger keeps, as its tests need it to forge deliveries. */
function secretOf(workflow: ActiveWorkflow): string {
  const [kept] = Object.values(workflow.staticData()) as { production: { secret: string } }[];
  return kept!.production.secret;
}

const event = (id: string, documentId = 'doc_1'): SigningEvent => ({
  id,
  event: 'document.completed',
  createdAt: '2026-11-21T08:00:00.000Z',
  document: { id: documentId, name: 'Paper', reference: '', status: 'completed' },
  actor: { name: 'Sam', email: 'sam@example.com', role: 'Signer' },
  details: {},
});

async function deliver(
  workflow: ActiveWorkflow,
  body: string,
  {
    secret = secretOf(workflow),
    age = 0,
    signature,
    signal,
  }: { secret?: string; age?: number; signature?: string | null; signal?: AbortSignal } = {},
) {
  const t = Math.floor(Date.now() / 1000) - age;
  const header = signature === undefined ? signPayload(secret, body, t) : signature;
  const answer = await fetch(workflow.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header !== null && { 'x-service-signature': header }),
    },
    body,
    signal,
  });
  return { status: answer.status, text: await answer.text() };
}

describe('registration', () => {
  it('adds a webhook for the chosen kinds, with its source, and removes it', async () => {
    const workflow = await activate({ events: ['document.declined', 'document.completed'] });
    expect(await webhooks()).toMatchObject([
      {
        url: workflow.webhookUrl,
        source: 'n8n',
        events: ['document.declined', 'document.completed'],
        active: true,
      },
    ]);
    await workflow.deactivate();
    active.length = 0;
    expect(await webhooks()).toEqual([]);
    expect(Object.values(workflow.staticData())).toEqual([{}]);
  });

  it('removes it at the address that its creation gave', async () => {
    const relay = await startRelay(fixture.service.url);
    relay.intercept = ({ method, url }, answer) => {
      if (method === 'POST' && url === '/v1/webhooks') {
        answer
          .writeHead(201, { 'content-type': 'application/json', location: '/v1/subscriptions/7?key=a%20b' })
          .end(JSON.stringify({ id: 'wh_7', secret: 's', url: 'x', events: [] }));
        return true;
      }
      if (method !== 'DELETE') return false;
      answer.writeHead(204).end();
      return true;
    };
    const workflow = await activate({}, { baseUrl: relay.baseUrl });
    await workflow.deactivate();
    active.length = 0;
    expect(relay.passed.at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/subscriptions/7?key=a%20b',
      authorization: expect.any(String),
    });
    await relay.close();
  });

  it('checkExists: what is there stays, what was deleted or lost its secret comes anew, once', async () => {
    const first = await activate();
    const [webhook] = await webhooks();
    const again = async (staticData: object) => {
      const workflow = { ...singleTrigger({ events: [], options: {} }), id: first.id, staticData };
      const repaired = await fixture.engine.activate(workflow as never, { credentials: fixture.credentials });
      active.splice(0, active.length, repaired);
      return (await webhooks()).map(({ id }) => id);
    };
    const kept = structuredClone(first.staticData());
    expect(await again(kept)).toEqual([webhook!.id]);

    await fixture.api(`/webhooks/${webhook!.id}`, { method: 'DELETE' });
    const [anew, ...more] = await again(kept);
    expect(anew).not.toBe(webhook!.id);
    expect(more).toEqual([]);

    const [other, ...others] = await again({});
    expect(other).not.toBe(anew);
    expect(others).toEqual([]);
  });

  it('checkExists: where the service has another secret, the webhook comes anew', async () => {
    const relay = await startRelay(fixture.service.url);
    const first = await activate();
    const [webhook] = await webhooks();
    let secret = secretOf(first);
    relay.intercept = ({ method, url }, answer) => {
      if (method !== 'GET' || url !== `/v1/webhooks/${webhook!.id}`) return false;
      answer
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...webhook, secret }));
      return true;
    };
    const again = async () => {
      const staticData = structuredClone(first.staticData());
      const workflow = { ...singleTrigger({ events: [], options: {} }), id: first.id, staticData };
      const credentials = credentialsFor(relay.baseUrl, fixture.service.tokens!.ada);
      active.splice(0, active.length, await fixture.engine.activate(workflow, { credentials }));
      return (await webhooks()).map(({ id }) => id);
    };
    expect(await again()).toEqual([webhook!.id]);
    secret = 'changed';
    const [anew, ...more] = await again();
    expect(anew).not.toBe(webhook!.id);
    expect(more).toEqual([]);
    await active.pop()!.deactivate();
    await relay.close();
  });

  it('checkExists: an address that the service writes its own way is the same', async () => {
    const relay = await startRelay(fixture.service.url);
    const first = await activate();
    const [webhook] = await webhooks();
    const url = webhook!.url.replace('http://', 'HTTP://');
    relay.intercept = (request, answer) => {
      if (request.method !== 'GET' || request.url !== `/v1/webhooks/${webhook!.id}`) return false;
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...webhook, url }));
      return true;
    };
    const workflow = {
      ...singleTrigger({ events: [], options: {} }),
      id: first.id,
      staticData: structuredClone(first.staticData()),
    };
    const credentials = credentialsFor(relay.baseUrl, fixture.service.tokens!.ada);
    active.splice(0, active.length, await fixture.engine.activate(workflow, { credentials }));
    expect((await webhooks()).map(({ id }) => id)).toEqual([webhook!.id]);
    await active.pop()!.deactivate();
    await relay.close();
  });

  it('a changed choice of kinds is a new webhook', async () => {
    const first = await activate({ events: ['document.sent'] });
    const workflow = {
      ...singleTrigger({ events: ['document.completed'], options: {} }),
      id: first.id,
      staticData: first.staticData(),
    };
    active.splice(0, 1, await fixture.engine.activate(workflow, { credentials: fixture.credentials }));
    expect(await webhooks()).toMatchObject([{ events: ['document.completed'] }]);
  });

  it('a 26th webhook: says so and what to do', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 25; index++) {
      const { id } = await fixture.api<{ id: string }>('/webhooks', {
        method: 'POST',
        body: { url: `http://127.0.0.1:9/${index}` },
      });
      ids.push(id);
    }
    await expect(activate()).rejects.toMatchObject({
      message: expect.stringMatching(/25 webhooks.*deactivate a workflow.*Webhook → Delete/),
      description: expect.stringMatching(/25/),
    });
    for (const id of ids) await fixture.api(`/webhooks/${id}`, { method: 'DELETE' });
  });

  it('a wrong token: activation says so', async () => {
    await expect(
      fixture.engine.activate(singleTrigger({ events: [], options: {} }), {
        credentials: credentialsFor(fixture.service.baseUrl, 'wrong'),
      }),
    ).rejects.toMatchObject({ httpCode: '401' });
  });
});

describe('deliveries', () => {
  it('start the workflow with the event as delivered', async () => {
    const workflow = await activate({ events: ['document.completed'] });
    const id = await send();
    await sign(id);
    const execution = await workflow.waitForExecution();
    const [latest] = (await fixture.api<{ data: SigningEvent[] }>('/events?type=document.completed&limit=1'))
      .data;
    expect(execution.items(TRIGGER)).toEqual([expect.objectContaining({ json: latest })]);
    await fixture.service.settle();
    expect(workflow.executions).toHaveLength(1);
    expect((await webhooks())[0]).toMatchObject({ lastStatus: 200, lastEvent: 'document.completed' });
  });

  it('every kind where none is chosen', async () => {
    const workflow = await activate();
    await sign(await send());
    await workflow.waitForExecution(3);
    const kinds = workflow.executions.map((execution) => execution.items(TRIGGER)[0]!.json.event);
    expect(kinds.sort()).toEqual(
      expect.arrayContaining(['document.completed', 'document.sent', 'document.signed']),
    );
  });

  it('forged, stale or unsigned ones get a true 401 and start nothing', async () => {
    const workflow = await activate();
    const body = JSON.stringify(event('evt_forged'));
    const right = signPayload(secretOf(workflow), body, Math.floor(Date.now() / 1000));
    for (const how of [
      { signature: null },
      { signature: '' },
      { signature: 'nonsense' },
      { secret: 'guessed' },
      { secret: '' },
      { age: 300 },
      { age: -300 },
      { signature: right.replace(/t=\d+/, 't=1') },
    ]) {
      expect([how, (await deliver(workflow, body, how)).status]).toEqual([how, 401]);
    }
    expect((await deliver(workflow, `${body} `, { signature: right })).status).toBe(401);
    expect((await deliver(workflow, body, { age: 299 })).status).toBe(200);
    await workflow.waitForExecution();
    expect(workflow.executions).toHaveLength(1);
  });

  it('the raw bytes are what is signed: key order, spacing and escapes do not matter', async () => {
    const workflow = await activate();
    const odd = JSON.stringify(event('evt_odd'), null, 3)
      .replace('Sam', '\\u0053am')
      .replaceAll('\n', '\r\n');
    expect((await deliver(workflow, odd)).status).toBe(200);
    expect((await workflow.waitForExecution()).items(TRIGGER)[0]!.json.actor).toMatchObject({ name: 'Sam' });
  });

  it('repeats get 200 and start nothing, one after the other or at once', async () => {
    const workflow = await activate();
    const body = JSON.stringify(event('evt_repeated'));
    const answers = await Promise.all([
      deliver(workflow, body),
      deliver(workflow, body),
      deliver(workflow, body),
    ]);
    answers.push(await deliver(workflow, body));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await workflow.waitForExecution();
    expect(workflow.executions).toHaveLength(1);
    // Kept for the next process too.
    const [kept] = Object.values(workflow.staticData()) as { production: { handedOver: object } }[];
    expect(Object.keys(kept!.production.handedOver)).toEqual(['evt_repeated']);
  });

  it('many at once all start one execution each, though static data is overwritten', async () => {
    const workflow = await activate();
    const bodies = Array.from({ length: 30 }, (_, index) => JSON.stringify(event(`evt_many_${index}`)));
    await Promise.all([...bodies, ...bodies].map((body) => deliver(workflow, body)));
    await Promise.all(bodies.map((body) => deliver(workflow, body)));
    await workflow.waitForExecution(30);
    const ids = workflow.executions.map((execution) => execution.items(TRIGGER)[0]!.json.id);
    expect(new Set(ids).size).toBe(30);
    expect(ids).toHaveLength(30);
    // None of those under way at once is lost to the next process.
    const [kept] = Object.values(workflow.staticData()) as { production: { handedOver: object } }[];
    expect(Object.keys(kept!.production.handedOver)).toHaveLength(30);
  });

  it('a signed body that is no event, and a kind that was not chosen, are taken and start nothing', async () => {
    const workflow = await activate({ events: ['document.declined'] });
    for (const body of ['{}', '[]', '"text"', JSON.stringify(event('evt_other_kind'))]) {
      expect((await deliver(workflow, body)).status).toBe(200);
    }
    expect(workflow.executions).toEqual([]);
  });
});

describe('options', () => {
  it('include the document as it is now, beside the event as delivered', async () => {
    const workflow = await activate({ events: ['document.sent'], options: { includeDocument: true } });
    const id = await send();
    const { json } = (await workflow.waitForExecution()).items(TRIGGER)[0]!;
    expect(json).toMatchObject({
      document: { id },
      currentDocument: { id, recipients: [{ role: 'Signer' }] },
    });
    expect(json.document).not.toHaveProperty('recipients');
  });

  it('only for a template', async () => {
    const workflow = await activate({
      events: ['document.sent'],
      options: { templateId: byId('tpl_handbook') },
    });
    await send();
    const id = await send('tpl_handbook', 'Employee');
    await fixture.service.settle();
    expect((await workflow.waitForExecution()).items(TRIGGER)[0]!.json).toMatchObject({ document: { id } });
    expect(workflow.executions).toHaveLength(1);
  });

  it('download the PDF when completed', async () => {
    const workflow = await activate({
      events: ['document.sent', 'document.completed'],
      options: { downloadPdf: true },
    });
    const id = await send();
    await workflow.waitForExecution(1);
    await sign(id);
    await workflow.waitForExecution(2);
    const items = workflow.executions.map((execution) => execution.items(TRIGGER)[0]!);
    const done = items.find(({ json }) => json.event === 'document.completed')!;
    expect(items.find(({ json }) => json.event === 'document.sent')!.binary).toBeUndefined();
    expect(done.binary!.data!.fileName).toBe('Non-disclosure agreement.pdf');
    expect((await fixture.engine.binary(done.binary!.data!)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('where the sender hangs up while the document is read, nothing starts and the next delivery does it', async () => {
    const id = await send();
    const relay = await startRelay(fixture.service.url);
    let reads = 0;
    let arrived!: () => void;
    const reading = new Promise<void>((resolve) => (arrived = resolve));
    let goOn: (() => void) | undefined;
    relay.intercept = ({ method, url }, answer) => {
      if (method !== 'GET' || url !== `/v1/documents/${id}` || ++reads > 1) return false;
      goOn = () =>
        void answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
      arrived();
      return true;
    };
    const workflow = await activate({ options: { includeDocument: true } }, { baseUrl: relay.baseUrl });
    const body = JSON.stringify(event('evt_hung_up', id));
    const hangUp = new AbortController();
    const first = deliver(workflow, body, { signal: hangUp.signal }).catch(() => null);
    await reading;
    hangUp.abort();
    await first;
    // The next one waits neither for the first to have read, nor is it undone by what the first does then.
    expect((await deliver(workflow, body)).status).toBe(200);
    goOn!();
    expect((await deliver(workflow, body)).status).toBe(200);
    await workflow.waitForExecution();
    expect(workflow.executions).toHaveLength(1);
    expect(reads).toBe(2);
    await workflow.deactivate();
    active.length = 0;
    await relay.close();
  });

  it('an event without a document: 503 says in plain words what is missing', async () => {
    const workflow = await activate({ options: { includeDocument: true } });
    const { document: _, ...without } = event('evt_without_document');
    const { status, text } = await deliver(workflow, JSON.stringify(without));
    expect(status).toBe(503);
    expect(text).toMatch(/The event names no document/);
  });

  it('where a further read fails the delivery is answered 503 and comes again', async () => {
    const workflow = await activate({ events: ['document.sent'], options: { includeDocument: true } });
    const relayed = JSON.stringify(event('evt_gone', 'doc_gone'));
    await fixture.service.settle();

    await fixture.local('/faults', { count: 10, status: 500, method: 'GET', pathPrefix: '/documents/' });
    const id = await send();
    await fixture.service.settle();
    expect((await webhooks())[0]).toMatchObject({ lastStatus: 503 });
    expect(workflow.executions).toEqual([]);

    await fetch(`${fixture.service.url}/_local/faults`, { method: 'DELETE' });
    await fixture.local('/clock', { advanceSeconds: 31 });
    await fixture.local('/clock', { advanceSeconds: -31 }).catch(() => undefined);
    const execution = await workflow.waitForExecution();
    expect(execution.items(TRIGGER)[0]!.json).toMatchObject({ document: { id } });
    await fixture.service.settle();
    expect(workflow.executions).toHaveLength(1);
    expect((await deliver(workflow, relayed.replace('document.completed', 'document.sent'))).status).toBe(
      503,
    );
  });
});

describe('test mode and production mode', () => {
  it('do not disturb one another, and a test leaves nothing behind', async () => {
    const production = await activate({ events: ['document.sent'] });
    const test = await activate({ events: ['document.sent'] }, { mode: 'test' });
    active.pop();
    expect(test.webhookUrl).toContain('/webhook-test/');
    expect((await webhooks()).map(({ url }) => url).sort()).toEqual(
      [production.webhookUrl, test.webhookUrl].sort(),
    );

    await send();
    await test.waitForExecution();
    await production.waitForExecution();
    await fixture.service.settle();
    expect((await webhooks()).map(({ url }) => url)).toEqual([production.webhookUrl]);

    await send();
    await production.waitForExecution(2);
    expect(test.executions).toHaveLength(1);
  });
});
