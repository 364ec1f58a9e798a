import { createHash } from 'node:crypto';
import { pdfReader } from '../pdf/read-pdf.ts';
import { LEASE, running, type Loose, type TestService } from '../running.ts';

let service: TestService;
beforeAll(async () => {
  service = await running({ localControls: true });
});
beforeEach(async () => {
  await service.reset();
});

const act = async (id: string, body: object) => {
  const answered = await service.call('POST', `/_local/documents/${id}/act`, body);
  if (answered.status !== 200) throw new Error(answered.text);
  return answered.body;
};
const complete = async (id: string) => {
  for (const role of ['Landlord', 'Tenant', 'Guarantor']) await act(id, { act: 'sign', role });
};
const list = async (query = '') => (await service.call('GET', `/documents${query}`)).body;

test('lists only what the caller sent, most recently changed first', async () => {
  const sent = [];
  for (let index = 0; index < 5; index++) sent.push((await service.sendLease({ name: `Lease ${index}` })).id);
  expect((await list()).data.map(({ id }: Loose) => id)).toEqual([...sent].reverse());
  await service.call('POST', `/documents/${sent[1]}/void`);
  expect((await list()).data[0].id).toBe(sent[1]);
  expect((await service.call('GET', '/documents', undefined, service.tokens!.ben)).body.data).toEqual([]);
  expect((await service.call('GET', `/documents/${sent[0]}`, undefined, service.tokens!.ben)).status).toBe(
    404,
  );
  const pages = [
    await list('?limit=2'),
    await list('?limit=2&page=2'),
    await list('?limit=2&page=3'),
    await list('?limit=2&page=4'),
  ];
  expect(pages.map(({ data, hasMore }) => [data.length, hasMore])).toEqual([
    [2, true],
    [2, true],
    [1, false],
    [0, false],
  ]);
});

test('the order holds for documents changed in the same millisecond', async () => {
  service.clock.now = () => Date.parse('2026-05-05T05:05:05Z');
  try {
    const sent = [];
    for (let index = 0; index < 4; index++) sent.push((await service.sendLease()).id);
    await service.call('POST', `/documents/${sent[0]}/void`);
    expect((await list()).data.map(({ id }: Loose) => id)).toEqual([sent[0], sent[3], sent[2], sent[1]]);
    const events = (await service.call('GET', '/events')).body.data;
    expect(events.map(({ document }: Loose) => document.id)).toEqual([
      sent[0],
      sent[3],
      sent[2],
      sent[1],
      sent[0],
    ]);
  } finally {
    service.clock.now = () => Date.now() + service.clock.offset();
  }
});

test('filters', async () => {
  const first = await service.sendLease({ reference: 'A/1', name: 'Straße 100% _x_' });
  const second = await service.sendLease({ reference: 'A/2' });
  await service.call('POST', `/documents/${first.id}/void`);
  const ids = async (query: string) => (await list(query)).data.map(({ id }: Loose) => id);
  expect(await ids('?status=voided')).toEqual([first.id]);
  expect(await ids('?status=draft')).toEqual([]);
  expect(await ids('?reference=A/2')).toEqual([second.id]);
  expect(await ids('?reference=A')).toEqual([]);
  expect(await ids('?search=100%25%20_X')).toEqual([first.id]);
  expect(await ids('?search=STRASSE')).toEqual([]);
  expect(await ids('?templateId=tpl_lease&status=in_progress')).toEqual([second.id]);
  expect(await ids('?templateId=tpl_nda')).toEqual([]);
  const { updatedAt } = second;
  expect(await ids(`?updatedSince=${updatedAt}`)).toEqual([first.id]);
  const shifted = new Date(Date.parse(updatedAt) + 2 * 3600_000 - 1).toISOString().replace('Z', '+02:00');
  expect(await ids(`?updatedSince=${encodeURIComponent(shifted)}`)).toEqual([first.id, second.id]);
  expect(await ids(`?updatedSince=${shifted}`)).toEqual([first.id, second.id]);
});

test.each([
  ['status=done', /"status" must be one of "draft"/],
  ['status=', /"status"/],
  ['updatedSince=yesterday', /"updatedSince" must be a date-time/],
  ['updatedSince=2026-02-30T00:00:00Z', /"updatedSince"/],
  ['updatedSince=2026-02-03', /"updatedSince"/],
  ['limit=101', /"limit" must be from 1 to 100/],
  ['page=0', /"page" must be at least 1/],
])('%s is refused', async (query, problem) => {
  const { status, body } = await service.call('GET', `/documents?${query}`);
  expect(status).toBe(422);
  expect(body.error.details.problems).toEqual([expect.stringMatching(problem)]);
  const all = await service.call('GET', '/documents?status=x&limit=x&page=x&updatedSince=x');
  expect(all.body.error.details.problems).toHaveLength(4);
});

test('void: the document, its history, and only once', async () => {
  const { id } = await service.sendLease();
  const voided = await service.call('POST', `/documents/${id}/void`, { reason: 'wrong price', notify: true });
  expect(voided.body).toEqual(expect.objectContaining({ status: 'voided', voidedAt: expect.any(String) }));
  const again = await service.call('POST', `/documents/${id}/void`, {});
  expect([again.status, again.body.error.code]).toEqual([409, 'document_finished']);
  const remind = await service.call('POST', `/documents/${id}/remind`);
  expect([remind.status, remind.body.error.code]).toEqual([409, 'document_not_in_progress']);
  const { data } = (await service.call('GET', `/documents/${id}/history`)).body;
  expect(data).toEqual([
    expect.objectContaining({
      event: 'document.sent',
      actor: { name: 'Ada Demo', email: 'ada@example.com', role: 'sender' },
    }),
    expect.objectContaining({ event: 'document.voided', label: 'Voided', detail: 'wrong price' }),
  ]);
});

test.each([
  [{ reason: 'x'.repeat(501) }],
  [{ reason: 5 }],
  [{ notify: 'no' }],
  [{ because: 'x' }],
  [[]],
  [{ reason: '\u0000' }],
])('void with %j is refused, and a finished document is 409 or 422 but never voided', async (body) => {
  const { id } = await service.sendLease();
  const answered = await service.call('POST', `/documents/${id}/void`, body);
  expect(answered.status).toBe(422);
  expect(answered.body.error.details.problems).toHaveLength(1);
  expect((await service.call('GET', `/documents/${id}`)).body.status).toBe('in_progress');
});

test('of several voids at once exactly one wins', async () => {
  const { id } = await service.sendLease();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.call('POST', `/documents/${id}/void`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
});

test('remind: whose turn it is; nobody when no e-mails are sent', async () => {
  const { id } = await service.sendLease();
  expect((await service.call('POST', `/documents/${id}/remind`)).body).toEqual({
    sent: 1,
    to: ['lea@example.com'],
  });
  await act(id, { act: 'sign', role: 'Landlord' });
  expect((await service.call('POST', `/documents/${id}/remind`)).body.to).toEqual([
    'tim@example.com',
    'gina@example.com',
  ]);
  const quiet = await service.sendLease({ sendEmails: false });
  expect((await service.call('POST', `/documents/${quiet.id}/remind`)).body).toEqual({ sent: 0, to: [] });
});

test('the whole way: signed by all, sealed, with certificate and history', async () => {
  const { id } = await service.sendLease();
  const early = await service.call('GET', `/documents/${id}/certificate`);
  expect([early.status, early.body.error.code]).toEqual([409, 'document_not_completed']);
  const draft = await service.call('GET', `/documents/${id}/file`);
  expect(draft.headers.get('content-type')).toBe('application/pdf');
  expect(draft.text.startsWith('%PDF')).toBe(true);
  await act(id, { act: 'open', role: 'Landlord' });
  await complete(id);
  const { body } = await service.call('GET', `/documents/${id}`);
  expect(body.status).toBe('completed');
  expect(body.files.certificate).toBe(`${service.baseUrl}/documents/${id}/certificate`);
  expect(body.recipients.map(({ status }: Loose) => status)).toEqual(['signed', 'signed', 'signed']);
  const [file, same] = [
    await service.call('GET', `/documents/${id}/file`),
    await service.call('GET', `/documents/${id}/file`),
  ];
  expect(file.text).toBe(same.text);
  expect(file.text).not.toBe(draft.text);
  expect((await service.call('GET', `/documents/${id}/certificate`)).text.startsWith('%PDF')).toBe(true);
  const { data } = (await service.call('GET', `/documents/${id}/history`)).body;
  expect(data.map(({ event }: Loose) => event.slice('document.'.length))).toEqual([
    'sent',
    'viewed',
    'signed',
    'signed',
    'signed',
    'completed',
  ]);
  for (const path of ['void', 'remind'])
    expect((await service.call('POST', `/documents/${id}/${path}`)).status).toBe(409);
});

test('other acts, and who did them', async () => {
  const { id } = await service.sendLease();
  await act(id, { act: 'replace-recipient', role: 'Landlord', email: 'new@example.com', name: 'New' });
  await act(id, { act: 'correct', values: { Address: 'Side St 2' } });
  await act(id, { act: 'extend-expiry', expiresAt: new Date(Date.now() + 60 * 86_400_000).toISOString() });
  await act(id, { act: 'paper-copy', reason: 'in the archive' });
  await act(id, { act: 'skip', role: 'Landlord' });
  await act(id, { act: 'decline', role: 'Tenant', reason: 'too dear' });
  const { body } = await service.call('GET', `/documents/${id}`);
  expect(body).toEqual(expect.objectContaining({ status: 'declined', declineReason: 'too dear' }));
  const { data } = (await service.call('GET', `/documents/${id}/history`)).body;
  expect(data.map(({ event, detail }: Loose) => [event.slice(9), detail])).toEqual([
    ['sent', 'To lea@example.com'],
    ['recipient_changed', 'Landlord: lea@example.com → new@example.com'],
    ['corrected', ''],
    ['expiry_extended', expect.stringContaining('Expires')],
    ['paper_copy', 'in the archive'],
    ['skipped', 'Landlord: new@example.com'],
    ['declined', 'too dear'],
  ]);
});

test('moving the clock gives the notice, then expires', async () => {
  const { id } = await service.sendLease({ expiresInDays: 10 });
  const days = (count: number) => service.call('POST', '/_local/clock', { advanceSeconds: count * 86_400 });
  await days(7.1);
  expect((await service.call('GET', `/documents/${id}`)).body.status).toBe('in_progress');
  await days(3);
  expect((await service.call('GET', `/documents/${id}`)).body.status).toBe('expired');
  const { data } = (await service.call('GET', '/events?type=document.expiry_notice')).body;
  expect(data.map(({ document }: Loose) => document.status)).toEqual(['expired', 'in_progress']);
  const { data: history } = (await service.call('GET', `/documents/${id}/history`)).body;
  expect(history.map(({ label, actor }: Loose) => [label, actor?.name])).toEqual([
    ['Sent', 'Ada Demo'],
    ['Expires soon', undefined],
    ['Expired', undefined],
  ]);
});

test('what could not be sealed is sealed later, and is in progress until then', async () => {
  let works = false;
  const { createPdfRenderer } = await import('../../src/pdf/renderer.ts');
  const real = createPdfRenderer();
  const shaky = await running({
    report: () => undefined,
    localControls: true,
    renderer: {
      document: (document) => (works ? real.document(document) : Promise.reject(new Error('no paper'))),
      certificate: (...given) => real.certificate(...given),
    },
  });
  const { id } = await shaky.sendLease();
  for (const role of ['Landlord', 'Tenant', 'Guarantor']) {
    await shaky.call('POST', `/_local/documents/${id}/act`, { act: 'sign', role });
  }
  expect((await shaky.call('GET', `/documents/${id}`)).body.status).toBe('in_progress');
  works = true;
  shaky.clock.advance(1000);
  await shaky.keepTime();
  expect((await shaky.call('GET', `/documents/${id}`)).body.status).toBe('completed');
});

test('a seal that keeps failing is tried after ever longer pauses, and at once when the document changes', async () => {
  const reports: string[] = [];
  const start = Date.now();
  let now = start;
  const failing = await running({
    report: (what) => reports.push(what),
    localControls: true,
    // Stands still but for the test, so that the service's own ticks try nothing.
    clock: { now: () => now, advance: () => undefined, set: () => undefined, offset: () => 0 },
    renderer: {
      document: () => Promise.reject(new Error('no paper')),
      certificate: () => Promise.reject(new Error('no paper')),
    },
  });
  const { id } = await failing.sendLease();
  for (const role of ['Landlord', 'Tenant', 'Guarantor']) {
    await failing.call('POST', `/_local/documents/${id}/act`, { act: 'sign', role });
  }
  const tries: number[] = [];
  for (let second = 0; second <= 1500; second++) {
    now = start + second * 1000;
    await failing.keepTime();
    if (reports.length > tries.length) tries.push(second);
    expect(reports).toHaveLength(tries.length);
  }
  expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 811, 1111, 1411]);
  expect(reports.slice(0, 2)).toEqual([
    `sealing ${id}, tried again in 1 s`,
    `sealing ${id}, tried again in 2 s`,
  ]);
  expect(reports.at(-1)).toBe(`sealing ${id}, tried again in 300 s`);
  await failing.call('POST', `/_local/documents/${id}/act`, { act: 'correct', note: 'now?' });
  await failing.keepTime();
  expect(reports).toHaveLength(tries.length + 1);
});

test('events: newest first, by kind, in the form that is delivered', async () => {
  for (let index = 0; index < 30; index++) await service.sendLease();
  const { id } = await service.sendLease({ reference: 'R' });
  await service.call('POST', `/documents/${id}/void`, { reason: 'why' });
  const { data } = (await service.call('GET', '/events')).body;
  expect(data).toHaveLength(25);
  expect(data[0]).toEqual({
    id: expect.stringMatching(/^evt_/),
    event: 'document.voided',
    createdAt: expect.any(String),
    document: { id, name: LEASE && 'Residential lease', reference: 'R', status: 'voided' },
    actor: { name: 'Ada Demo', email: 'ada@example.com', role: 'sender' },
    details: { reason: 'why' },
  });
  expect((await service.call('GET', '/events?limit=100')).body.data).toHaveLength(32);
  expect((await service.call('GET', '/events?type=document.voided')).body.data).toHaveLength(1);
  for (const query of ['limit=0', 'limit=101', 'type=document.nothing']) {
    expect((await service.call('GET', `/events?${query}`)).status).toBe(422);
  }
  expect((await service.call('GET', '/events', undefined, service.tokens!.ben)).body.data).toEqual([]);
});

test('the certificate names the very file that is handed out', async () => {
  const { id } = await service.sendLease();
  await complete(id);
  const bytes = async (name: string) => {
    const headers = { authorization: `Bearer ${service.tokens!.ada}` };
    const answer = await fetch(`${service.baseUrl}/documents/${id}/${name}`, { headers });
    return Buffer.from(await answer.arrayBuffer());
  };
  const certificate = await bytes('certificate');
  const reader = pdfReader();
  const { pages } = await reader.read(certificate);
  await reader.stop();
  const sha256 = createHash('sha256')
    .update(await bytes('file'))
    .digest('hex');
  expect(pages.join('').replace(/\s/g, '')).toContain(sha256);
});
