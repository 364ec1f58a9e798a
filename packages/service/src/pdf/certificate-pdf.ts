import type { CertificateFacts } from '../domain/ports.ts';
import type { Account, Document, DocumentEvent } from '../domain/types.ts';
import { footerOf } from './document-pdf.ts';
import { INK, lineHeight, QUIET, Sheet } from './sheet.ts';
import { EVENT_WORDS, nameOf, recipientStatusWords } from './wording.ts';

/** Who did what and when. */
export function drawCertificate(
  document: Document,
  sender: Account,
  history: DocumentEvent[],
  { documentSha256 }: CertificateFacts = {},
): Promise<Uint8Array> {
  const sheet = new Sheet({
    title: `Certificate of completion: ${document.name}`,
    author: nameOf(sender),
    subject: document.reference ? `Reference ${document.reference}` : document.id,
    created: new Date(document.completedAt ?? document.updatedAt),
    modified: new Date(document.completedAt ?? document.updatedAt),
    footer: footerOf(document),
  });
  const time = clockFor(sender.timeZone);

  sheet.text('Certificate of completion', { size: 21, style: 'bold', leading: 1.2 });
  sheet.y += 5;
  sheet.text(`Who did what, and when. Times are UTC${time.zone ? `, and below them ${time.zone}` : ''}.`, {
    size: 8.5,
    colour: QUIET,
  });
  sheet.y += 16;

  heading(sheet, 'Document');
  rows(sheet, [
    ['Name', document.name],
    ['Id', document.id],
    ['Reference', document.reference],
    ['Sender', [nameOf(sender), sender.company, sender.email].filter(Boolean).join('\n')],
    ['Sent', time.both(document.sentAt)],
    ['Completed', time.both(document.completedAt)],
    ['SHA-256 of the PDF', documentSha256 ?? ''],
  ]);

  for (const recipient of document.recipients) {
    sheet.space(16);
    sheet.ensure(120);
    heading(sheet, recipient.role);
    rows(sheet, [
      [recipient.type === 'approver' ? 'Approver' : 'Signer', `${nameOf(recipient)}\n${recipient.email}`],
      ['In person', recipient.inPerson ? 'Yes, hosted by the sender' : ''],
      ['Opened', time.both(recipient.viewedAt)],
      [recipientStatusWords(recipient), time.both(recipient.completedAt)],
    ]);
  }

  sheet.space(16);
  sheet.ensure(120);
  heading(sheet, 'History');
  rows(
    sheet,
    history.map((event) => {
      const actor = [nameOf(event.actor), event.actor.role && `(${event.actor.role})`]
        .filter(Boolean)
        .join(' ');
      const details = Object.entries(event.details).map(([key, value]) => `${key}: ${plainDetail(value)}`);
      return [
        time.both(event.createdAt),
        [EVENT_WORDS[event.event] + (actor ? ` — ${actor}` : ''), ...details].join('\n'),
      ];
    }),
    TIME,
  );
  return sheet.finish();
}

function heading(sheet: Sheet, text: string): void {
  sheet.text(text, { size: 13, style: 'bold', leading: 1.35 });
  sheet.y += 5;
}

function plainDetail(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainDetail).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(plainDetail).join(' ');
  return String(value);
}

/** Narrow enough for a SHA-256 to stand on one line beside it. */
const LEFT = 128;
/** Wide enough for a time with its offset. */
const TIME = 152;

function rows(sheet: Sheet, facts: (readonly [string, string])[], leftWidth = LEFT): void {
  const options = { size: 9.5, leading: 1.4 };
  const step = lineHeight(options);
  const right = {
    ...options,
    x: sheet.left + leftWidth + 14,
    width: sheet.width - leftWidth - 14,
    colour: INK,
  };
  for (const [label, text] of facts) {
    if (text === '') continue;
    const left = sheet.lines(label, { ...options, width: leftWidth });
    const lines = sheet.lines(text, right);
    const count = Math.max(left.length, lines.length);
    sheet.ensure(Math.min(count, 4) * step + 10);
    sheet.rule();
    sheet.y += 5;
    for (let row = 0; row < count; row += 1) {
      sheet.ensure(step);
      const [name, line] = [left[row], lines[row]];
      if (name) sheet.line(name, sheet.y, { ...options, width: leftWidth, colour: QUIET });
      if (line) sheet.line(line, sheet.y, right);
      sheet.y += step;
    }
    sheet.y += 5;
  }
  sheet.rule();
}

interface CertificateClock {
  /** The zone's name, or empty where it is UTC or unknown. */
  zone: string;
  /** The time in UTC and, on a line of its own, in the zone; empty for null. */
  both(at: string | null): string;
}

function clockFor(timeZone: string): CertificateClock {
  const format = formatFor(timeZone);
  const local = timeZone === 'UTC' ? null : format;
  return {
    zone: local ? timeZone : '',
    both(at) {
      if (!at) return '';
      const utc = `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
      return local ? `${utc}\n${inZone(local, at)}` : utc;
    },
  };
}

function formatFor(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
  } catch {
    // A zone this machine does not know: UTC alone says it all.
    return null;
  }
}

function inZone(format: Intl.DateTimeFormat, at: string): string {
  const part = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']} ${part['timeZoneName']}`;
}
