import {
  awaitsSealing,
  dueMove,
  moveDocument,
  nextDue,
  sendDocument,
  type DocumentMove,
  type SignatureValue,
  type MoveContext,
  type Outcome,
} from '../../src/domain/document-moves.ts';
import { DAY_MS } from '../../src/domain/limits.ts';
import { matchSendRequest } from '../../src/domain/send-request.ts';
import { demoTemplates } from '../../src/seed/demo-templates.ts';
import type { Document, FieldValue, Template } from '../../src/domain/types.ts';

const [, , lease] = demoTemplates('ada', 'ben') as [Template, Template, Template];
const START = Date.parse('2026-03-01T12:00:00Z');
let counter = 0;

function context(now = START): MoveContext {
  return {
    now,
    ids: { next: (prefix) => `${prefix}_${++counter}`, secret: () => `secret${++counter}` },
    sender: { name: 'Ada', email: 'ada@example.com' },
  };
}

function send(more: object = {}): Outcome {
  const request = {
    recipients: { Landlord: { email: 'l@example.com', name: 'Lea' }, Tenant: { email: 't@example.com' } },
    fields: { Address: 'Main', 'Monthly rent': 1, 'Start date': '2026-03-01', 'Landlord::Name': 'Lea' },
    ...more,
  };
  return sendDocument(lease, request, matchSendRequest(lease, request), 'ada', context());
}

function after(document: Document, ...moves: DocumentMove[]): Outcome {
  let outcome: Outcome = { document, events: [], mails: [] };
  for (const move of moves) outcome = moveDocument(outcome.document, move, context());
  return outcome;
}

const signature = { text: 'Name' };
const landlordSigns: DocumentMove = { move: 'sign', role: 'Landlord', values: {}, signature };
const tenantSigns: DocumentMove = {
  move: 'sign',
  role: 'Tenant',
  values: { 'Tenant::Name': 'Tim', 'House rules read': true },
  signature,
};
const guarantorSigns: DocumentMove = { move: 'sign', role: 'Guarantor', values: {}, signature };

const statuses = ({ recipients }: Document) => recipients.map(({ status }) => status);
const kinds = ({ events }: Outcome) => events.map(({ event }) => event.event);
const refused = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'done';
};

test('sending: the first group is sent, the others wait', () => {
  const sent = send();
  expect(statuses(sent.document)).toEqual(['sent', 'waiting', 'waiting']);
  expect(sent.document.status).toBe('in_progress');
  expect(kinds(sent)).toEqual(['document.sent']);
  expect(sent.events[0]?.event).toEqual(
    expect.objectContaining({
      actor: { name: 'Ada', email: 'ada@example.com', role: 'sender' },
      details: {},
    }),
  );
  expect(sent.mails).toEqual([{ kind: 'please_sign', role: 'Landlord', reason: '' }]);
  expect(sent.document.fields.find(({ key }) => key === 'Deposit')?.value).toBe(1500);
});

test('not in order: everyone at once', () => {
  expect(statuses(send({ sendInOrder: false }).document)).toEqual(['sent', 'sent', 'sent']);
});

test('without e-mails there are none, at any move', () => {
  const { document, mails } = send({ sendEmails: false });
  expect(mails).toEqual([]);
  expect(after(document, { move: 'remind' })).toEqual(expect.objectContaining({ mails: [], events: [] }));
  expect(after(document, { move: 'void', reason: '', notify: true }).mails).toEqual([]);
});

test('opening counts once, and only in turn', () => {
  const { document } = send();
  const opened = after(document, { move: 'open', role: 'Landlord' });
  expect(kinds(opened)).toEqual(['document.viewed']);
  expect(opened.document.recipients[0]).toEqual(
    expect.objectContaining({ status: 'viewed', viewedAt: expect.any(String) }),
  );
  expect(kinds(after(opened.document, { move: 'open', role: 'Landlord' }))).toEqual([]);
  expect(kinds(after(document, { move: 'open', role: 'Tenant' }))).toEqual([]);
});

test('equal places sign in parallel, and the last act leaves the document to be sealed', () => {
  const { document } = send();
  const first = after(document, landlordSigns);
  expect(statuses(first.document)).toEqual(['signed', 'sent', 'sent']);
  expect(first.mails.map(({ kind, role }) => `${kind} ${role}`)).toEqual([
    'please_sign Tenant',
    'please_sign Guarantor',
  ]);
  const all = after(first.document, guarantorSigns, tenantSigns);
  expect(awaitsSealing(all.document)).toBe(true);
  expect(all.document.status).toBe('in_progress');
  expect(nextDue(all.document)).toBe(0);
  const actor = { name: 'x', email: 'y', role: 'z' };
  const done = after(all.document, { move: 'complete', actor, completedAt: START });
  expect(done.document).toEqual(
    expect.objectContaining({ status: 'completed', completedAt: '2026-03-01T12:00:00.000Z' }),
  );
  expect(done.events[0]?.event).toEqual(
    expect.objectContaining({
      event: 'document.completed',
      document: expect.objectContaining({ status: 'completed' }),
    }),
  );
  expect(done.mails).toHaveLength(4);
});

test('signing needs the required fields, own fields only, and a signature', () => {
  const { document } = after(send().document, landlordSigns);
  const attempt = (values: Record<string, FieldValue>, given: SignatureValue = signature) => {
    try {
      after(document, { move: 'sign', role: 'Tenant', values, signature: given });
    } catch (error) {
      return (error as { problems: { field?: string }[] }).problems.map(({ field }) => field);
    }
    return 'signed';
  };
  expect(attempt({})).toEqual(['Tenant::Name', 'House rules read']);
  expect(attempt({ 'Tenant::Name': ' ', 'House rules read': false })).toEqual([
    'Tenant::Name',
    'House rules read',
  ]);
  expect(attempt({ 'Tenant::Name': 'T', 'House rules read': true, 'Landlord::Name': 'x' })).toEqual([
    'Landlord::Name',
  ]);
  expect(attempt({ 'Tenant::Name': 'T', 'House rules read': true, Address: 'x' })).toEqual(['Address']);
  expect(attempt({ 'Tenant::Name': 'T', 'House rules read': true, 'Tenant::Date': '31.02.2026' })).toEqual([
    'Tenant::Date',
  ]);
  expect(attempt({ 'Tenant::Name': 'T', 'House rules read': true, 'Persons in household': null })).toEqual([
    'Persons in household',
  ]);
  expect(attempt({ 'Tenant::Name': 'T', 'House rules read': true }, { text: ' ' })).toEqual(['signature']);
  const named = { 'Tenant::Name': 'T', 'House rules read': true };
  expect(attempt(named, { text: '𝄞'.repeat(251) })).toEqual(['signature']);
  expect(attempt(named, { text: 'a\ud800' })).toEqual(['signature']);
  expect(() =>
    after(document, {
      move: 'sign',
      role: 'Tenant',
      values: named,
      signature: { text: '𝄞'.repeat(250) },
    }),
  ).not.toThrow();
  expect(attempt({ 'Tenant::Name': 'T', 'House rules read': true }, { image: 'data:text/html,x' })).toEqual([
    'signature',
  ]);
  expect(attempt({ 'Tenant::Name': 'T', 'House rules read': true, 'Tenant::Date': '2026-02-01' })).toBe(
    'signed',
  );
});

test('nobody acts out of turn, twice, or on a finished document', () => {
  const { document } = send();
  expect(refused(() => after(document, tenantSigns))).toBe('recipient_not_in_turn');
  expect(refused(() => after(document, landlordSigns, landlordSigns))).toBe('recipient_finished');
  expect(refused(() => after(document, { move: 'approve', role: 'Landlord', values: {} }))).toBe(
    'invalid_request',
  );
  expect(refused(() => after(document, { move: 'open', role: 'Nobody' }))).toBe('not_found');
  const finishers: DocumentMove[] = [
    { move: 'void', reason: '', notify: true },
    { move: 'decline', role: 'Landlord', reason: '' },
    { move: 'expire' },
  ];
  for (const finish of finishers) {
    const finished = after(document, finish).document;
    expect(refused(() => after(finished, landlordSigns))).toBe('document_not_in_progress');
    expect(refused(() => after(finished, { move: 'remind' }))).toBe('document_not_in_progress');
    expect(refused(() => after(finished, { move: 'void', reason: '', notify: true }))).toBe(
      'document_finished',
    );
    expect(nextDue(finished)).toBeNull();
  }
});

test('declining ends the document and tells the sender', () => {
  const declined = after(send().document, { move: 'decline', role: 'Landlord', reason: 'too dear' });
  expect(declined.document).toEqual(
    expect.objectContaining({ status: 'declined', declineReason: 'too dear' }),
  );
  expect(declined.events[0]?.event).toEqual(
    expect.objectContaining({ event: 'document.declined', details: { reason: 'too dear' } }),
  );
  expect(declined.mails).toEqual([{ kind: 'declined', role: 'Landlord', reason: 'too dear' }]);
});

test('voiding tells those still to sign, unless told not to', () => {
  const { document } = after(send().document, landlordSigns);
  const voided = after(document, { move: 'void', reason: 'wrong price', notify: true });
  expect(voided.mails.map(({ role, reason }) => `${role}: ${reason}`)).toEqual([
    'Tenant: wrong price',
    'Guarantor: wrong price',
  ]);
  expect(voided.events[0]?.event.details).toEqual({ reason: 'wrong price' });
  expect(after(document, { move: 'void', reason: '', notify: false }).mails).toEqual([]);
});

test('reminding writes to whose turn it is', () => {
  const { document } = send();
  expect(after(document, { move: 'remind' }).events[0]?.event.details).toEqual({ to: ['l@example.com'] });
  expect(after(send({ sendInOrder: false }).document, { move: 'remind' }).mails).toHaveLength(3);
});

test('replacing a recipient ends the old link and mails the new one if it is their turn', () => {
  const { document } = after(send().document, { move: 'open', role: 'Landlord' });
  const key = document.recipients[0]?.signingKey;
  const changed = after(document, {
    move: 'replace-recipient',
    role: 'Landlord',
    name: 'New',
    email: 'n@example.com',
  });
  expect(changed.document.recipients[0]).toEqual(
    expect.objectContaining({ name: 'New', status: 'sent', viewedAt: null }),
  );
  expect(changed.document.recipients[0]?.signingKey).not.toBe(key);
  expect(changed.events[0]?.event.details).toEqual({
    role: 'Landlord',
    from: 'l@example.com',
    to: 'n@example.com',
  });
  expect(changed.mails).toHaveLength(1);
  expect(
    after(document, { move: 'replace-recipient', role: 'Tenant', name: '', email: 'n@example.com' }).mails,
  ).toEqual([]);
});

test('a skipped recipient counts as done', () => {
  const skipped = after(send().document, { move: 'skip', role: 'Landlord' });
  expect(statuses(skipped.document)).toEqual(['skipped', 'sent', 'sent']);
  expect(kinds(skipped)).toEqual(['document.skipped']);
  expect(
    awaitsSealing(after(skipped.document, { move: 'skip', role: 'Tenant' }, guarantorSigns).document),
  ).toBe(true);
});

test('a notice three days before the expiry, then the expiry', () => {
  const { document } = send({ expiresInDays: 10 });
  expect(nextDue(document)).toBe(START + 7 * DAY_MS);
  expect(dueMove(document, START + 7 * DAY_MS - 1)).toBeNull();
  const noticed = after(document, { move: 'give-expiry-notice' });
  expect(noticed.events[0]?.event).toEqual(
    expect.objectContaining({ event: 'document.expiry_notice', details: { expiresAt: document.expiresAt } }),
  );
  expect(noticed.document.status).toBe('in_progress');
  expect(nextDue(noticed.document)).toBe(START + 10 * DAY_MS);
  expect(dueMove(noticed.document, START + 10 * DAY_MS)).toEqual({ move: 'expire' });
  const expired = after(noticed.document, { move: 'expire' });
  expect(expired.events[0]?.event).toEqual(
    expect.objectContaining({
      event: 'document.expiry_notice',
      document: expect.objectContaining({ status: 'expired' }),
    }),
  );
  expect(nextDue(send({ expiresInDays: 3 }).document)).toBe(START + 3 * DAY_MS);
});

test('moving the expiry, and a new notice for it', () => {
  const { document } = after(send({ expiresInDays: 10 }).document, { move: 'give-expiry-notice' });
  const moved = after(document, { move: 'extend-expiry', expiresAt: START + 20 * DAY_MS });
  expect(moved.events[0]?.event.details).toEqual({ expiresAt: '2026-03-21T12:00:00.000Z' });
  expect(nextDue(moved.document)).toBe(START + 17 * DAY_MS);
  expect(refused(() => after(document, { move: 'extend-expiry', expiresAt: START }))).toBe('invalid_request');
});

test('correcting changes what nobody has signed yet', () => {
  const { document } = after(send().document, landlordSigns);
  const corrected = after(document, { move: 'correct', name: 'New name', values: { Address: 'Side St 2' } });
  expect(kinds(corrected)).toEqual(['document.corrected']);
  expect(corrected.events[0]?.event.document.name).toBe('New name');
  expect(refused(() => after(document, { move: 'correct', values: { 'Landlord::Name': 'x' } }))).toBe(
    'invalid_request',
  );
  expect(refused(() => after(document, { move: 'correct', values: { Address: '' } }))).toBe(
    'invalid_request',
  );
});

test('a paper copy changes no state', () => {
  const { document } = send();
  const recorded = after(document, { move: 'record-paper-copy', detail: 'in the archive' });
  expect(kinds(recorded)).toEqual(['document.paper_copy']);
  expect(recorded.document.status).toBe('in_progress');
});

test('nothing that is given is changed', () => {
  const { document } = send();
  const before = structuredClone(document);
  after(document, landlordSigns, { move: 'skip', role: 'Tenant' });
  expect(document).toEqual(before);
});
