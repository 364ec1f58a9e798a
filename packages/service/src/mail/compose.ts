import type { MailKind } from '../domain/document-moves.ts';
import type { Account, Document, Mail, Recipient } from '../domain/types.ts';
import { dateOnly, nameOf } from '../pdf/wording.ts';

export interface MailFacts {
  document: Document;
  /** Whom it is about; it goes to the sender where there is none. */
  recipient?: Recipient | undefined;
  sender: Account;
  /** The recipient's signing page, or the sender's page of the document. */
  signUrl?: string | undefined;
  /** Why the document was voided or declined. */
  reason?: string | undefined;
}

interface Message {
  subject: string;
  /** Paragraphs. */
  body: string[];
  button: string;
}

/**
 * What the service writes to people. `please_sign`, `reminder` and `voided` go to the recipient; `completed` and `expiry_notice` to
 * the recipient or, without one, to the sender; `declined` to the sender, about the recipient.
 */
export function composeMail(kind: MailKind, facts: MailFacts): Mail {
  const { document, recipient, sender, signUrl } = facts;
  const to = kind === 'declined' || !recipient ? sender : recipient;
  const { subject, body, button } = message(kind, facts, to === sender);
  const details = [
    document.reference ? `Reference: ${document.reference}` : '',
    document.expiresAt && (kind === 'please_sign' || kind === 'reminder')
      ? `Open until ${dateOnly(document.expiresAt)}`
      : '',
  ].filter(Boolean);
  const greeting = `Hello ${oneLine(nameOf(to))},`;
  const sentBy = `Sent for ${nameOf(sender)}${sender.company ? `, ${sender.company}` : ''} <${sender.email}>`;

  const text = [
    greeting,
    ...body,
    ...(details.length > 0 ? [details.join('\n')] : []),
    ...(signUrl ? [`${button}:\n${signUrl}`] : []),
    `-- \n${sentBy}`,
  ].join('\n\n');
  return {
    to: { name: oneLine(to.name), email: to.email },
    subject: oneLine(subject),
    text: `${text}\n`,
    html: html({ subject, greeting, body, details, button, signUrl, sentBy }),
  };
}

function message(
  kind: MailKind,
  { document, recipient, sender, reason }: MailFacts,
  toSender: boolean,
): Message {
  const name = document.name;
  const from = nameOf(sender);
  const act = recipient?.type === 'approver' ? 'approve' : 'sign';
  const because = reason?.trim() ? [`Reason: ${reason.trim()}`] : [];
  const note = document.note.trim() ? [document.note.trim()] : [];
  const open = toSender ? 'Open the document' : `Read and ${act}`;
  switch (kind) {
    case 'please_sign':
      return {
        subject: `Please ${act}: ${name}`,
        body: [`${from} asks you to read and ${act} “${name}”.`, ...note],
        button: open,
      };
    case 'reminder':
      return {
        subject: `Reminder: please ${act} ${name}`,
        body: [`${from} is waiting for you to ${act} “${name}”.`, ...note],
        button: open,
      };
    case 'voided':
      return {
        subject: `Withdrawn: ${name}`,
        body: [`${from} has withdrawn “${name}”. There is nothing left for you to do.`, ...because],
        button: 'Open the document',
      };
    case 'completed':
      return {
        subject: `Completed: ${name}`,
        body: [`Everybody has acted on “${name}”. The signed PDF is ready.`],
        button: 'Open the document',
      };
    case 'declined':
      return {
        subject: `Declined: ${name}`,
        body: [
          `${recipient ? `${nameOf(recipient)} (${recipient.role})` : 'A recipient'} has declined “${name}”.`,
          ...because,
        ],
        button: 'Open the document',
      };
    case 'expiry_notice':
      return document.status === 'expired'
        ? {
            subject: `Expired: ${name}`,
            body: [`“${name}” expired before everybody had acted. It can no longer be signed.`],
            button: 'Open the document',
          }
        : {
            subject: `Expires soon: ${name}`,
            body: [
              `“${name}” expires${document.expiresAt ? ` on ${dateOnly(document.expiresAt)}` : ' soon'}.`,
              toSender ? 'Not everybody has acted yet.' : `${from} is waiting for you to ${act} it.`,
            ],
            button: open,
          };
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface HtmlParts extends Message {
  greeting: string;
  details: string[];
  signUrl: string | undefined;
  sentBy: string;
}

/** Mail programs read styles only where they stand. */
function html({ subject, greeting, body, details, button, signUrl, sentBy }: HtmlParts): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`;
  const link = signUrl
    ? `<p style="margin:24px 0"><a href="${escapeHtml(signUrl)}" style="background:#1f4f8f;color:#ffffff;text-decoration:none;padding:12px 22px;border-radius:6px;display:inline-block;font-weight:bold">${escapeHtml(button)}</a></p>
<p style="margin:0 0 16px;color:#5b6675;font-size:13px">If the button does not work, open this address:<br><a href="${escapeHtml(signUrl)}" style="color:#1f4f8f;word-break:break-all">${escapeHtml(signUrl)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f9;color:#1c2430;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #d5dae1;border-radius:8px;padding:28px;overflow-wrap:anywhere">
${[greeting, ...body].map(paragraph).join('\n')}
${details.length > 0 ? paragraph(details.join('\n')) : ''}
${link}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dae1;color:#5b6675;font-size:13px">${escapeHtml(sentBy)}</p>
</div>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
