import { fileSize, isGivenFile } from '../domain/given-files.ts';
import type { GivenBytes } from '../domain/ports.ts';
import type { Document, DocumentField, Recipient } from '../domain/types.ts';
import { BLANK, documentContent, fieldSpan, isSignature, signatureOf } from './content.ts';
import type { ContentSpan, FieldGroup } from './content.ts';
import { drawable } from './given-picture.ts';
import { onWhite, pngOfDataUrl } from './png.ts';
import type { Picture } from './png.ts';
import { BAD, BAD_TINT, HAIRLINE, INK, lineHeight, NEUTRAL_TINT, QUIET, Sheet } from './sheet.ts';
import type { Span } from './layout.ts';
import { dateTime, isOpen, nameOf, recipientStatusWords, statusNote } from './wording.ts';

const BODY = { size: 10.5, leading: 1.55 };

/** The document as it is now, with every value drawn into the page. */
export function drawDocument(document: Document, files: GivenBytes = () => null): Promise<Uint8Array> {
  const sheet = new Sheet({
    title: document.name,
    author: '',
    subject: document.reference ? `Reference ${document.reference}` : document.id,
    created: new Date(document.sentAt ?? document.createdAt),
    modified: new Date(document.updatedAt),
    footer: footerOf(document),
  });
  drawHead(sheet, document);
  const content = documentContent(document);
  for (const block of content.blocks) {
    if (block.kind === 'page-break') {
      if (!sheet.fresh) sheet.addPage();
    } else if (block.kind === 'heading') {
      sheet.space(14);
      // A heading keeps two lines of what it heads on its page.
      sheet.ensure(20 + 2 * lineHeight(BODY));
      sheet.text(
        block.spans.flatMap((span) => spansOf(span, 'bold')),
        { size: 13, style: 'bold', leading: 1.35 },
      );
      sheet.y += 3;
    } else {
      sheet.text(
        block.spans.flatMap((span) => spansOf(span, 'regular')),
        BODY,
      );
      sheet.y += 7;
    }
  }
  for (const group of content.unmentioned) drawFields(sheet, document, group);
  drawFiles(sheet, document, files);
  drawSignatures(sheet, document);
  return sheet.finish();
}

export function footerOf(document: Document): string {
  return document.reference ? `${document.reference}\n${document.id}` : document.id;
}

function drawHead(sheet: Sheet, document: Document): void {
  sheet.text(document.name, { size: 21, style: 'bold', leading: 1.2 });
  sheet.y += 5;
  const facts = [
    document.reference ? `Reference ${document.reference}` : '',
    document.sentAt ? `Sent ${dateTime(document.sentAt)}` : '',
    document.completedAt ? `Completed ${dateTime(document.completedAt)}` : '',
  ].filter(Boolean);
  if (facts.length > 0) sheet.text(facts.join('  ·  '), { size: 8.5, colour: QUIET });
  if (document.note.trim()) {
    sheet.y += 4;
    sheet.text(document.note, { size: 9.5, style: 'italic', colour: QUIET });
  }
  const note = statusNote(document);
  if (note) {
    sheet.y += 10;
    drawBanner(sheet, note.title, note.text, note.tone === 'bad');
  }
  sheet.y += 12;
}

/** A tinted box that may run over pages: a document can wait for many people, and a reason can be long. */
function drawBanner(sheet: Sheet, title: string, text: string, bad: boolean): void {
  const options = { size: 9.5, x: sheet.left + 13, width: sheet.width - 26, colour: bad ? BAD : INK };
  const step = lineHeight(options);
  const lines = sheet.lines(
    [
      { text: `${title}.  `, style: 'bold' },
      { text, style: 'regular' },
    ],
    options,
  );
  lines.forEach((line, index) => {
    sheet.ensure(step + 14);
    const above = index === 0 || sheet.fresh ? 7 : 0;
    const below = index === lines.length - 1 ? 7 : 0;
    sheet.doc
      .rect(sheet.left, sheet.y, sheet.width, above + step + below)
      .fill(bad ? BAD_TINT : NEUTRAL_TINT);
    sheet.doc.rect(sheet.left, sheet.y, 3, above + step + below).fill(bad ? BAD : '#4a6fa5');
    sheet.line(line, sheet.y + above, options);
    sheet.y += above + step + below;
  });
}

function spansOf(span: ContentSpan, around: 'regular' | 'bold'): Span[] {
  switch (span.kind) {
    case 'text':
      return [{ text: span.text, style: around }];
    case 'value':
      return [{ text: span.text, style: 'bold' }];
    case 'blank':
      return [{ text: BLANK, style: 'regular', colour: QUIET }];
    case 'signature':
      return 'text' in span.value
        ? [{ text: span.value.text, style: 'script', scale: 1.5 }]
        : [{ text: '(drawn, see below)', style: 'italic' }];
  }
}

const LABEL_WIDTH = 165;

function drawFields(sheet: Sheet, document: Document, group: FieldGroup): void {
  const recipient = document.recipients.find(({ role }) => role === group.role);
  sheet.space(16);
  sheet.ensure(70);
  sheet.text(group.role ?? 'Details', { size: 13, style: 'bold', leading: 1.35 });
  if (recipient && recipient.name.trim()) {
    sheet.text(`Given by ${nameOf(recipient)}`, { size: 8.5, colour: QUIET });
  }
  sheet.y += 5;
  for (const field of group.fields) drawField(sheet, field);
  sheet.rule();
}

/** Name on the left, value on the right, each over as many lines and pages as it takes. */
function drawField(sheet: Sheet, field: DocumentField): void {
  const options = { size: 9.5, leading: 1.4 };
  const step = lineHeight(options);
  const right = { ...options, x: sheet.left + LABEL_WIDTH + 14, width: sheet.width - LABEL_WIDTH - 14 };
  const label = sheet.lines(field.name, { ...options, width: LABEL_WIDTH });
  const picture = isSignature(field.value) && 'image' in field.value ? pictureOf(field.value.image) : null;
  const span = fieldSpan(field);
  const value = picture ? [] : sheet.lines(spansOf(span, 'regular').map(plain), right);
  sheet.ensure(step + 10 + (picture ? 70 : 0));
  sheet.rule();
  sheet.y += 5;
  if (picture) sheet.doc.image(picture.png, right.x, sheet.y, { fit: [right.width, 70] });
  const rows = Math.max(label.length, value.length, picture ? Math.ceil(70 / step) : 0);
  for (let row = 0; row < rows; row += 1) {
    sheet.ensure(step);
    const [left, given] = [label[row], value[row]];
    if (left) sheet.line(left, sheet.y, { ...options, width: LABEL_WIDTH, colour: QUIET });
    if (given) sheet.line(given, sheet.y, right);
    sheet.y += step;
  }
  sheet.y += 5;
}

/** In a list, values need no emphasis to be told from what surrounds them. */
function plain(span: Span): Span {
  return span.style === 'bold' ? { ...span, style: 'regular' } : span;
}

const PICTURE_HEIGHT = 260;

/** What recipients gave as files: which they are, and the pictures themselves. */
function drawFiles(sheet: Sheet, document: Document, files: GivenBytes): void {
  const given = document.fields.flatMap((field) =>
    isGivenFile(field.value) ? [{ field, file: field.value.file }] : [],
  );
  if (given.length === 0) return;
  sheet.space(22);
  sheet.ensure(110);
  sheet.text('Pictures and attachments', { size: 13, style: 'bold', leading: 1.35 });
  for (const { field, file } of given) {
    const bytes = field.type === 'picture' ? files(field.key) : null;
    const picture = bytes && drawable(bytes);
    sheet.y += 6;
    sheet.ensure(70);
    sheet.rule();
    sheet.y += 6;
    sheet.text(field.role === null ? field.name : `${field.name} (${field.role})`, {
      size: 8.5,
      colour: QUIET,
    });
    sheet.text(`${file.name}, ${fileSize(file.size)}`, { size: 10.5, style: 'bold' });
    sheet.text(`${file.size} bytes, SHA-256 ${file.sha256}`, { size: 8.5, colour: QUIET });
    if (picture) drawPicture(sheet, picture);
    else if (field.type === 'picture')
      sheet.text('The picture cannot be shown.', { size: 9.5, colour: QUIET });
  }
}

/** As large as it is, at one point a pixel, unless the page is smaller. */
function drawPicture(sheet: Sheet, bytes: Buffer): void {
  const { doc } = sheet as unknown as { doc: { openImage(of: Buffer): OpenedPicture } };
  const picture = doc.openImage(bytes);
  // Cameras note how they were held; the library turns the picture by that.
  const turned = (picture.orientation ?? 1) > 4;
  const [width, height] = turned ? [picture.height, picture.width] : [picture.width, picture.height];
  const scale = Math.min(sheet.width / width, PICTURE_HEIGHT / height, 1);
  sheet.y += 5;
  sheet.ensure(height * scale);
  sheet.doc.image(picture as unknown as Buffer, sheet.left, sheet.y, {
    fit: [width * scale, height * scale],
  });
  sheet.y += height * scale;
}

interface OpenedPicture {
  width: number;
  height: number;
  /** As in Exif; JPEG only. */
  orientation?: number;
}

function drawSignatures(sheet: Sheet, document: Document): void {
  if (document.recipients.length === 0) return;
  sheet.space(22);
  sheet.ensure(150);
  sheet.text('Signatures', { size: 13, style: 'bold', leading: 1.35 });
  sheet.y += 6;
  for (const recipient of document.recipients) drawSignature(sheet, document, recipient);
}

const PEOPLE_WIDTH = 205;

function drawSignature(sheet: Sheet, document: Document, recipient: Recipient): void {
  const leftColumn = { width: PEOPLE_WIDTH };
  const rightColumn = { x: sheet.left + PEOPLE_WIDTH + 22, width: sheet.width - PEOPLE_WIDTH - 22 };
  const person = [
    { lines: sheet.lines(recipient.role, { ...leftColumn, size: 8.5 }), size: 8.5, colour: QUIET },
    {
      lines: sheet.lines(nameOf(recipient), { ...leftColumn, size: 10.5, style: 'bold' }),
      size: 10.5,
      colour: INK,
    },
    { lines: sheet.lines(recipient.email, { ...leftColumn, size: 8.5 }), size: 8.5, colour: QUIET },
  ];
  const personHeight = person.reduce((sum, { lines, size }) => sum + lines.length * lineHeight({ size }), 0);

  const signed = recipient.status === 'signed' || recipient.status === 'approved';
  const signature = signatureOf(document, recipient.role);
  const picture = signature && 'image' in signature ? pictureOf(signature.image) : null;
  const typed = signature && 'text' in signature ? signature.text : null;
  const statusLine = `${recipientStatusWords(recipient)}${recipient.completedAt ? ` on ${dateTime(recipient.completedAt)}` : ''}`;
  const status = sheet.lines(statusLine, { ...rightColumn, size: 8.5 });
  const script = { ...rightColumn, size: 22, style: 'script' as const, leading: 1.15 };
  // A signer who has no signature field signs with the name all the same.
  const words = typed ?? (recipient.status === 'signed' && !signature ? nameOf(recipient) : null);
  const written = words && !picture ? sheet.lines(words, script) : [];
  const markHeight = Math.max(46, written.length * lineHeight(script));

  const height = Math.max(personHeight, markHeight + 6 + status.length * lineHeight({ size: 8.5 })) + 22;
  sheet.ensure(height);
  sheet.rule();
  const top = sheet.y + 11;
  let y = top;
  for (const { lines, size, colour } of person) {
    for (const line of lines) {
      sheet.line(line, y, { ...leftColumn, size, colour });
      y += lineHeight({ size });
    }
  }

  let mark = top + markHeight - written.length * lineHeight(script);
  for (const line of written) {
    sheet.line({ ...line, rightToLeft: false }, mark, script);
    mark += lineHeight(script);
  }
  if (picture) {
    const scale = Math.min(rightColumn.width / picture.width, (markHeight - 4) / picture.height, 1);
    sheet.doc.image(picture.png, rightColumn.x, top + markHeight - 2 - picture.height * scale, {
      width: picture.width * scale,
    });
  } else if (signature && 'image' in signature) {
    const [unreadable] = sheet.lines('The drawn signature cannot be shown.', { ...rightColumn, size: 9.5 });
    sheet.line(unreadable!, top + markHeight - 18, { ...rightColumn, size: 9.5, colour: QUIET });
  }
  const lineY = top + markHeight + 1;
  sheet.doc
    .moveTo(rightColumn.x, lineY)
    .lineTo(rightColumn.x + rightColumn.width, lineY)
    .lineWidth(0.7)
    .strokeColor(signed ? INK : HAIRLINE)
    .stroke();
  y = lineY + 4;
  const colour = recipient.status === 'declined' ? BAD : isOpen(recipient) ? QUIET : INK;
  for (const line of status) {
    sheet.line(line, y, { ...rightColumn, size: 8.5, colour });
    y += lineHeight({ size: 8.5 });
  }
  sheet.y += height;
}

function pictureOf(dataUrl: string): Picture | null {
  const bytes = pngOfDataUrl(dataUrl);
  return bytes && onWhite(bytes);
}
