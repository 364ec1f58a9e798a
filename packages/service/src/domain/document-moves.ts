import { characters, DAY_MS, LIMITS } from './limits.ts';
import { isEmptyValue, hasControlCharacter, normaliseValue, quoted } from './field-values.ts';
import { invalidRequest, Refusal, type Problem } from './refusal.ts';
import { fieldKeys } from './field-keys.ts';
import { FILE_BYTES, isFileField, isGivenFile } from './given-files.ts';
import type { Ids } from './ports.ts';
import type { MatchedRequest, SendRequest } from './send-request.ts';
import type {
  Document,
  DocumentEvent,
  DocumentField,
  EventKind,
  FieldValue,
  Recipient,
  Template,
} from './types.ts';

/**
 * The state machine (section 3; docs/decisions.md, "Document moves" to "Which action causes which event"): takes a
 * document, a move and a time, and returns the new document, its events and the mails that follow. Pure: it changes
 * nothing it is given, and a move that is not possible throws a `Refusal`.
 */

export type Actor = DocumentEvent['actor'];

/** Who acts when the service does something by itself. */
export const SERVICE: Actor = { name: 'Document signing service', email: '', role: 'service' };

export type DocumentMove =
  | { move: 'open'; role: string }
  /** `values` by field key; null empties a field, a key that is absent leaves the field as it is. */
  | { move: 'sign'; role: string; values: Record<string, FieldValue>; signature: SignatureValue }
  | { move: 'approve'; role: string; values: Record<string, FieldValue> }
  | { move: 'decline'; role: string; reason: string }
  | { move: 'void'; reason: string; notify: boolean }
  | { move: 'remind' }
  | { move: 'replace-recipient'; role: string; name: string; email: string }
  | { move: 'skip'; role: string }
  /** `expiresAt` in milliseconds since 1970. */
  | { move: 'extend-expiry'; expiresAt: number }
  | { move: 'correct'; name?: string; note?: string; reference?: string; values?: Record<string, FieldValue> }
  | { move: 'record-paper-copy'; detail: string }
  | { move: 'give-expiry-notice' }
  | { move: 'expire' }
  /** After the last act, once the PDF is sealed; `completedAt` is the time that stands in it. */
  | { move: 'complete'; actor: Actor; completedAt: number };

export type SignatureValue = { text: string } | { image: string };

export interface MoveContext {
  /** Milliseconds since 1970. */
  now: number;
  ids: Ids;
  /** The person who sent the document. */
  sender: { name: string; email: string };
}

export type MailKind = 'please_sign' | 'reminder' | 'voided' | 'completed' | 'declined' | 'expiry_notice';

/** A mail to be composed; `role` is of the recipient it is about, null where it is about nobody and goes to the sender. */
export interface MailIntent {
  kind: MailKind;
  role: string | null;
  reason: string;
}

export interface MovedEvent {
  event: DocumentEvent;
  /** What a person reads in the history, beyond the label. */
  detail: string;
}

export interface Outcome {
  document: Document;
  /** In the order in which they happened. */
  events: MovedEvent[];
  mails: MailIntent[];
}

const EXPIRY_NOTICE_MS = 3 * DAY_MS;
const DONE = new Set(['signed', 'approved', 'skipped']);
const TO_ACT = new Set(['waiting', 'sent', 'viewed']);
const THEIR_TURN = new Set(['sent', 'viewed']);

/** Creates a document from a template and sends it. */
export function sendDocument(
  template: Template,
  request: SendRequest,
  matched: MatchedRequest,
  ownerId: string,
  context: MoveContext,
): Outcome {
  const at = iso(context.now);
  const keys = fieldKeys(template.fields);
  const document: Document = {
    id: context.ids.next('doc'),
    ownerId,
    name: request.name?.trim() ? request.name : template.name,
    reference: request.reference ?? '',
    note: request.note ?? '',
    status: 'in_progress',
    templateId: template.id,
    sendInOrder: request.sendInOrder ?? template.sendInOrder,
    sendEmails: request.sendEmails ?? true,
    createdAt: at,
    updatedAt: at,
    sentAt: at,
    completedAt: null,
    declinedAt: null,
    voidedAt: null,
    declineReason: '',
    voidReason: '',
    expiresAt: iso(context.now + (request.expiresInDays ?? template.expiresInDays) * DAY_MS),
    expiryNoticeAt: null,
    recipients: [...template.roles]
      .sort((a, b) => a.order - b.order)
      .map((role): Recipient => {
        const person = matched.recipients.get(role.role) ?? { name: '', email: '' };
        return {
          role: role.role,
          name: person.name,
          email: person.email,
          type: role.type,
          inPerson: role.inPerson,
          order: role.order,
          status: 'waiting',
          viewedAt: null,
          completedAt: null,
          signingKey: context.ids.secret(),
        };
      }),
    fields: template.fields.map((field): DocumentField => ({
      ...field,
      key: keys.keyOf(field),
      value: matched.values.get(field) ?? (isEmptyValue(field.default) ? null : field.default),
    })),
    body: template.body,
  };
  const moved = new Moved(document, context);
  const first = moved.sendNextGroup();
  moved.happened('document.sent', moved.sender, {}, sentTo(first));
  return moved.outcome();
}

/** Makes one move with a document that was sent. */
export function moveDocument(document: Document, move: DocumentMove, context: MoveContext): Outcome {
  const moved = new Moved(structuredClone(document), context);
  switch (move.move) {
    case 'open':
      open(moved, move.role);
      break;
    case 'sign':
      act(moved, move.role, 'signed', move.values, move.signature);
      break;
    case 'approve':
      act(moved, move.role, 'approved', move.values, null);
      break;
    case 'decline':
      decline(moved, move.role, move.reason);
      break;
    case 'void':
      voidIt(moved, move.reason, move.notify);
      break;
    case 'remind':
      remind(moved);
      break;
    case 'replace-recipient':
      replaceRecipient(moved, move.role, move.name, move.email);
      break;
    case 'skip':
      skip(moved, move.role);
      break;
    case 'extend-expiry':
      extendExpiry(moved, move.expiresAt);
      break;
    case 'correct':
      correct(moved, move);
      break;
    case 'record-paper-copy':
      moved.happened('document.paper_copy', moved.sender, {}, move.detail);
      break;
    case 'give-expiry-notice':
      giveExpiryNotice(moved);
      break;
    case 'expire':
      expire(moved);
      break;
    case 'complete':
      complete(moved, move.actor, move.completedAt);
      break;
  }
  return moved.outcome();
}

/** True once everybody has acted, while the sealed PDF is still to be made. */
export function awaitsSealing(document: Document): boolean {
  return document.status === 'in_progress' && document.recipients.every(({ status }) => DONE.has(status));
}

/**
 * When the service must next do something with the document by itself: seal it (at once), give notice that it
 * expires soon, or expire it. Milliseconds since 1970; null for never.
 */
export function nextDue(document: Document): number | null {
  if (document.status !== 'in_progress') return null;
  if (awaitsSealing(document)) return 0;
  if (document.expiresAt === null) return null;
  const expiresAt = Date.parse(document.expiresAt);
  return noticePending(document) ? expiresAt - EXPIRY_NOTICE_MS : expiresAt;
}

/** The move that is due by the clock, if any; sealing apart, because it needs the PDF. */
export function dueMove(document: Document, now: number): DocumentMove | null {
  const due = nextDue(document);
  if (due === null || due === 0 || due > now) return null;
  return { move: noticePending(document) ? 'give-expiry-notice' : 'expire' };
}

/** Somebody who got three days or less to sign needs no notice that three days are left. */
function noticePending({ expiryNoticeAt, expiresAt, sentAt }: Document): boolean {
  return !expiryNoticeAt && Date.parse(expiresAt ?? '') - EXPIRY_NOTICE_MS > Date.parse(sentAt ?? '');
}

/** A document in the middle of a move, gathering what the move brings about. */
class Moved {
  readonly document: Document;
  readonly context: MoveContext;
  readonly sender: Actor;
  readonly events: MovedEvent[] = [];
  readonly mails: MailIntent[] = [];

  constructor(document: Document, context: MoveContext) {
    this.document = document;
    this.context = context;
    const { name, email } = context.sender;
    this.sender = { name, email, role: 'sender' };
  }

  get at(): string {
    return iso(this.context.now);
  }

  happened(event: EventKind, actor: Actor, details: Record<string, unknown> = {}, detail = ''): void {
    const { document } = this;
    document.updatedAt = this.at;
    this.events.push({
      event: {
        id: this.context.ids.next('evt'),
        event,
        createdAt: this.at,
        document: {
          id: document.id,
          name: document.name,
          reference: document.reference,
          status: document.status,
        },
        actor,
        details,
      },
      detail,
    });
  }

  mail(kind: MailKind, role: string | null, reason = ''): void {
    if (this.document.sendEmails) this.mails.push({ kind, role, reason });
  }

  /** Sends to those whose turn it now is; returns them. */
  sendNextGroup(): Recipient[] {
    const { recipients, sendInOrder } = this.document;
    const turn = Math.min(...recipients.filter(({ status }) => TO_ACT.has(status)).map(({ order }) => order));
    const next = recipients.filter(
      ({ status, order }) => status === 'waiting' && (!sendInOrder || order === turn),
    );
    for (const recipient of next) {
      recipient.status = 'sent';
      this.mail('please_sign', recipient.role);
    }
    return next;
  }

  toAct(): Recipient[] {
    return this.document.recipients.filter(({ status }) => TO_ACT.has(status));
  }

  recipient(role: string): Recipient {
    const found = this.document.recipients.find((recipient) => recipient.role === role);
    if (!found)
      throw new Refusal('not_found', `The document has no recipient with the role ${quoted(role)}.`);
    return found;
  }

  /** The recipient, if it is their turn. */
  recipientInTurn(role: string): Recipient {
    this.mustBeInProgress();
    const recipient = this.recipient(role);
    if (recipient.status === 'waiting') {
      throw new Refusal('recipient_not_in_turn', `It is not yet the turn of ${recipient.role}.`);
    }
    if (!THEIR_TURN.has(recipient.status)) {
      throw new Refusal('recipient_finished', `${recipient.role} is finished: ${recipient.status}.`);
    }
    return recipient;
  }

  recipientToAct(role: string): Recipient {
    this.mustBeInProgress();
    const recipient = this.recipient(role);
    if (!TO_ACT.has(recipient.status)) {
      throw new Refusal('recipient_finished', `${recipient.role} is finished: ${recipient.status}.`);
    }
    return recipient;
  }

  mustBeInProgress(): void {
    const { status } = this.document;
    if (status !== 'in_progress') {
      throw new Refusal(
        'document_not_in_progress',
        `The document is not out for signature: it is ${status}.`,
      );
    }
  }

  outcome(): Outcome {
    return { document: this.document, events: this.events, mails: this.mails };
  }
}

function open(moved: Moved, role: string): void {
  const recipient = moved.recipient(role);
  if (moved.document.status !== 'in_progress' || recipient.status !== 'sent') return;
  recipient.status = 'viewed';
  recipient.viewedAt = moved.at;
  moved.happened('document.viewed', actorOf(recipient));
}

function act(
  moved: Moved,
  role: string,
  status: 'signed' | 'approved',
  values: Record<string, FieldValue>,
  signature: SignatureValue | null,
): void {
  const recipient = moved.recipientInTurn(role);
  const wanted = recipient.type === 'approver' ? 'approved' : 'signed';
  if (status !== wanted) {
    throw invalidRequest([
      `${recipient.role} is ${recipient.type === 'approver' ? 'an approver and approves' : 'a signer and signs'}.`,
    ]);
  }
  fill(moved.document, role, values, signature);
  // Acting without having opened the page (an in-person host, for instance) still means it was seen.
  recipient.viewedAt ??= moved.at;
  recipient.status = status;
  recipient.completedAt = moved.at;
  moved.happened(status === 'signed' ? 'document.signed' : 'document.approved', actorOf(recipient));
  moved.sendNextGroup();
}

function fill(
  document: Document,
  role: string,
  values: Record<string, FieldValue>,
  signature: SignatureValue | null,
): void {
  const problems: Problem[] = [];
  const own = document.fields.filter((field) => field.role === role);
  const byKey = new Map(own.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key);
    if (!field) {
      problems.push({ message: `Field ${quoted(key)} is not one of ${role}’s.`, field: key });
    } else if (field.type !== 'signature') {
      setValue(field, value, problems);
    }
  }
  if (signature) {
    const problem = signatureProblem(signature);
    if (problem) problems.push({ message: problem, field: 'signature' });
    for (const field of own) if (field.type === 'signature') field.value = signature;
  }
  const refused = new Set(problems.map(({ field }) => field));
  for (const field of own) {
    const missing =
      field.required && (isEmptyValue(field.value) || (field.type === 'checkbox' && field.value === false));
    if (missing && !refused.has(field.key)) {
      problems.push({ message: `Field ${quoted(field.key)} is required; fill it in.`, field: field.key });
    }
  }
  if (problems.length > 0) throw invalidRequest(problems);
}

function setValue(field: DocumentField, value: unknown, problems: Problem[]): void {
  if (isEmptyValue(value)) {
    field.value = null;
  } else if (isFileField(field.type) && isGivenFile(value)) {
    const most = FILE_BYTES[field.type];
    if (value.file.size <= most) field.value = { file: value.file };
    else {
      const message = `Field ${quoted(field.key)} takes a file of at most ${most / 1024 / 1024} MB.`;
      problems.push({ message, field: field.key });
    }
  } else if (isFileField(field.type)) {
    const given = value as SignatureValue;
    const problem =
      typeof value === 'object' && !Array.isArray(value) ? signatureProblem(given) : 'not a file';
    if (problem)
      problems.push({ message: `Field ${quoted(field.key)} takes a PNG picture.`, field: field.key });
    else field.value = given;
  } else {
    const normalised = normaliseValue(field, field.key, value);
    if ('problem' in normalised) problems.push({ message: normalised.problem, field: field.key });
    else field.value = normalised.value;
  }
}

const SIGNATURE_IMAGE_AT_MOST = 1_000_000;

function signatureProblem(signature: SignatureValue): string | null {
  if ('image' in signature) {
    const { image } = signature;
    const isPng = typeof image === 'string' && /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/.test(image);
    return isPng && image.length <= SIGNATURE_IMAGE_AT_MOST
      ? null
      : 'Draw the signature again; it must be a PNG picture of at most 1 MB.';
  }
  const { text } = signature;
  if (typeof text !== 'string' || text.trim() === '') return 'Sign with your name or a drawing.';
  if (hasControlCharacter(text)) {
    return 'The typed signature contains a character that cannot be printed; remove it.';
  }
  return characters(text) > LIMITS.signature
    ? `A typed signature may have at most ${LIMITS.signature} characters.`
    : null;
}

function decline(moved: Moved, role: string, reason: string): void {
  const recipient = moved.recipientInTurn(role);
  const { document } = moved;
  recipient.status = 'declined';
  recipient.viewedAt ??= moved.at;
  recipient.completedAt = moved.at;
  document.status = 'declined';
  document.declinedAt = moved.at;
  document.declineReason = reason;
  moved.happened('document.declined', actorOf(recipient), { reason }, reason);
  moved.mail('declined', role, reason);
}

function voidIt(moved: Moved, reason: string, notify: boolean): void {
  const { document } = moved;
  if (document.status !== 'in_progress' && document.status !== 'draft') {
    throw new Refusal('document_finished', `The document is already finished: it is ${document.status}.`);
  }
  document.status = 'voided';
  document.voidedAt = moved.at;
  document.voidReason = reason;
  moved.happened('document.voided', moved.sender, { reason }, reason);
  if (notify) for (const { role } of moved.toAct()) moved.mail('voided', role, reason);
}

/** Nothing happened, and no event says so, when the sender hands out the links and no mail may be sent. */
function remind(moved: Moved): void {
  moved.mustBeInProgress();
  if (!moved.document.sendEmails) return;
  const reminded = moved.document.recipients.filter(({ status }) => THEIR_TURN.has(status));
  if (reminded.length === 0) return;
  for (const { role } of reminded) moved.mail('reminder', role);
  const to = reminded.map(({ email }) => email);
  moved.happened('document.reminder_sent', moved.sender, { to }, `To ${to.join(', ')}`);
}

function replaceRecipient(moved: Moved, role: string, name: string, email: string): void {
  const recipient = moved.recipientToAct(role);
  const from = recipient.email;
  const theirTurn = THEIR_TURN.has(recipient.status);
  Object.assign(recipient, {
    name,
    email,
    status: theirTurn ? 'sent' : 'waiting',
    viewedAt: null,
    // The former recipient's link must stop working.
    signingKey: moved.context.ids.secret(),
  } satisfies Partial<Recipient>);
  moved.happened(
    'document.recipient_changed',
    moved.sender,
    { role, from, to: email },
    `${role}: ${from} → ${email}`,
  );
  if (theirTurn) moved.mail('please_sign', role);
}

function skip(moved: Moved, role: string): void {
  const recipient = moved.recipientToAct(role);
  recipient.status = 'skipped';
  moved.happened('document.skipped', moved.sender, {}, `${role}: ${recipient.email}`);
  moved.sendNextGroup();
}

function extendExpiry(moved: Moved, expiresAt: number): void {
  moved.mustBeInProgress();
  const { document } = moved;
  const latest = moved.context.now + 365 * DAY_MS;
  if (!Number.isFinite(expiresAt) || expiresAt <= moved.context.now || expiresAt > latest) {
    throw invalidRequest(['The new expiry must lie in the future, at most 365 days from now.']);
  }
  document.expiresAt = iso(expiresAt);
  document.expiryNoticeAt =
    expiresAt - EXPIRY_NOTICE_MS > moved.context.now ? null : (document.expiryNoticeAt ?? moved.at);
  moved.happened(
    'document.expiry_extended',
    moved.sender,
    { expiresAt: document.expiresAt },
    `Expires ${document.expiresAt}`,
  );
}

function correct(moved: Moved, change: Extract<DocumentMove, { move: 'correct' }>): void {
  moved.mustBeInProgress();
  const { document } = moved;
  const problems: Problem[] = [];
  for (const key of ['name', 'note', 'reference'] as const) {
    const text = change[key];
    if (text !== undefined) document[key] = text;
  }
  const byKey = new Map(document.fields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(change.values ?? {})) {
    const field = byKey.get(key);
    const owner = document.recipients.find(({ role }) => role === field?.role);
    if (!field?.fillable) problems.push({ message: `Field ${quoted(key)} cannot be corrected.`, field: key });
    else if (owner && !TO_ACT.has(owner.status)) {
      problems.push({
        message: `Field ${quoted(key)} was filled in by ${owner.role} and stays.`,
        field: key,
      });
    } else setValue(field, value, problems);
    if (field?.role === null && field.required && isEmptyValue(field.value)) {
      problems.push({ message: `Field ${quoted(key)} is required; give a value.`, field: key });
    }
  }
  if (problems.length > 0) throw invalidRequest(problems);
  moved.happened('document.corrected', moved.sender);
}

function giveExpiryNotice(moved: Moved): void {
  moved.mustBeInProgress();
  const { document } = moved;
  document.expiryNoticeAt = moved.at;
  moved.happened(
    'document.expiry_notice',
    SERVICE,
    { expiresAt: document.expiresAt },
    `Expires ${document.expiresAt}`,
  );
  for (const { role, status } of moved.toAct()) if (THEIR_TURN.has(status)) moved.mail('expiry_notice', role);
  moved.mail('expiry_notice', null);
}

function expire(moved: Moved): void {
  moved.mustBeInProgress();
  const { document } = moved;
  document.status = 'expired';
  moved.happened(
    'document.expiry_notice',
    SERVICE,
    { expiresAt: document.expiresAt },
    `Expired ${document.expiresAt}`,
  );
  moved.mail('expiry_notice', null);
}

function complete(moved: Moved, actor: Actor, completedAt: number): void {
  const { document } = moved;
  if (!awaitsSealing(document)) {
    throw new Refusal(
      'document_not_in_progress',
      `The document cannot be completed: it is ${document.status}.`,
    );
  }
  document.status = 'completed';
  document.completedAt = iso(completedAt);
  moved.happened('document.completed', actor);
  for (const { role, status } of document.recipients) if (status !== 'skipped') moved.mail('completed', role);
  moved.mail('completed', null);
}

function actorOf({ name, email, role }: Recipient): Actor {
  return { name, email, role };
}

function sentTo(recipients: Recipient[]): string {
  return recipients.length > 0 ? `To ${recipients.map(({ email }) => email).join(', ')}` : '';
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
