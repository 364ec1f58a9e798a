import type { MailKind } from '../../src/domain/document-moves.ts';
import { composeMail } from '../../src/mail/compose.ts';
import { documentOf, recipientOf, SENDER } from '../pdf/sample-document.ts';

const recipient = recipientOf('Tenant', { name: 'Łukasz' });
const signUrl = 'http://127.0.0.1:4010/sign/abc?x=1&y=2';
const compose = (kind: MailKind, more = {}) =>
  composeMail(kind, {
    document: documentOf({ note: 'By Friday' }),
    recipient,
    sender: SENDER,
    signUrl,
    ...more,
  });

test('asks to sign, with note, reference, last day and address', () => {
  const { to, subject, text, html } = compose('please_sign');
  expect(to).toEqual({ name: 'Łukasz', email: 'tenant@example.com' });
  expect(subject).toBe('Please sign: Rental agreement');
  for (const words of [
    'Hello Łukasz,',
    'Anna Schmidt',
    'By Friday',
    'Reference: RENT-42',
    'Open until 31 March 2026',
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(text).toContain(signUrl);
  expect(html).toContain('href="http://127.0.0.1:4010/sign/abc?x=1&amp;y=2"');
});

test('asks approvers to approve', () => {
  const approver = { ...recipient, type: 'approver' as const };
  expect(compose('please_sign', { recipient: approver }).subject).toBe('Please approve: Rental agreement');
  expect(compose('reminder', { recipient: approver }).text).toContain('waiting for you to approve');
});

test.each<[MailKind, string, string]>([
  ['voided', 'tenant@example.com', 'Reason: Wrong address'],
  ['declined', 'anna@example.com', 'Łukasz (Tenant) has declined'],
  ['completed', 'tenant@example.com', 'is ready'],
  ['expiry_notice', 'tenant@example.com', 'expires on 31 March 2026'],
])('%s goes to %s and says: %s', (kind, email, words) => {
  const mail = compose(kind, { reason: 'Wrong address' });
  expect(mail.to.email).toBe(email);
  expect(mail.text).toContain(words);
});

test('without a recipient it is for the sender', () => {
  const { to, text } = compose('expiry_notice', {
    recipient: undefined,
    document: documentOf({ status: 'expired' }),
  });
  expect(to.email).toBe('anna@example.com');
  expect(text).toContain('expired before everybody had acted');
});

test('what people wrote is neither markup nor a header', () => {
  const document = documentOf({ name: '<script>\r\nBcc: x@example.com', note: '<b>"&' });
  const { subject, html, to } = compose('please_sign', {
    document,
    recipient: { ...recipient, name: 'A\r\nB' },
  });
  expect(subject).toBe('Please sign: <script> Bcc: x@example.com');
  expect(to.name).toBe('A B');
  expect(html).not.toMatch(/<script>|<b>/);
  expect(html).toContain('&lt;b&gt;&quot;&amp;');
});
