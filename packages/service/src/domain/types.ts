/**
 * The service's own records. What the API shows of them is decided in `api/`; section numbers are those of the
 * API document (docs/api.md).
 */

/** The person a token acts for (section 2, Account). */
export interface Account {
  id: string;
  name: string;
  email: string;
  company: string;
  /** IANA name, for instance `Europe/Berlin`. */
  timeZone: string;
  site: { id: string; name: string } | null;
  disabled: boolean;
  /** Documents the account may still send; null means unlimited. */
  planAllowance: number | null;
}

export type RoleType = 'signer' | 'approver';

/** Section 2, Role. */
export interface Role {
  role: string;
  /** Place in the signing order; equal numbers sign in parallel. */
  order: number;
  type: RoleType;
  inPerson: boolean;
  /** Who the template names; null leaves the role open. */
  assigned: { name: string; email: string } | null;
}

export const FIELD_TYPES = [
  'text',
  'number',
  'date',
  'checkbox',
  'dropdown',
  'radio',
  'signature',
  'picture',
  'attachment',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/**
 * A field's value: text, dropdown, radio and date as a string (a date in the field's own format), number as a
 * number, checkbox with options as the list of ticked options, checkbox without options as a boolean, and null
 * where nothing is given. A signature is `{ text }` (typed) or `{ image }` (a PNG data URL, drawn); a picture or
 * attachment is `{ file }`, whose bytes lie in the store.
 */
export type FieldValue =
  string | number | boolean | string[] | { text: string } | { image: string } | { file: GivenFile } | null;

export interface GivenFile {
  name: string;
  /** In bytes. */
  size: number;
  /** Of the bytes, in hex. */
  sha256: string;
}

/** Section 2, Field. */
export interface TemplateField {
  /** The role that fills it while signing; null for fields filled before sending. */
  role: string | null;
  name: string;
  type: FieldType;
  required: boolean;
  fillable: boolean;
  options: string[];
  /** A date field's pattern (`MM/dd/yyyy` style); empty for every other type. */
  format: string;
  default: FieldValue;
}

/**
 * What is printed, top to bottom. In `text`, `{{key}}` is replaced by the value of the field with that key (see
 * `fieldKey`); fields that no block mentions are listed by role after the last block, so that every value stands
 * somewhere on the page.
 */
export type BodyBlock =
  { kind: 'heading'; text: string } | { kind: 'paragraph'; text: string } | { kind: 'page-break' };

export interface Template {
  id: string;
  ownerId: string;
  name: string;
  note: string;
  sendInOrder: boolean;
  expiresInDays: number;
  createdAt: string;
  updatedAt: string;
  roles: Role[];
  fields: TemplateField[];
  body: BodyBlock[];
  /** Ids of the accounts it is shared with. */
  sharedWith: string[];
}

export const DOCUMENT_STATUSES = [
  'draft',
  'in_progress',
  'completed',
  'declined',
  'voided',
  'expired',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const RECIPIENT_STATUSES = [
  'draft',
  'waiting',
  'sent',
  'viewed',
  'signed',
  'approved',
  'declined',
  'skipped',
] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** A recipient of one document, with the secret that opens its signing page. */
export interface Recipient {
  role: string;
  name: string;
  email: string;
  type: RoleType;
  inPerson: boolean;
  order: number;
  status: RecipientStatus;
  viewedAt: string | null;
  completedAt: string | null;
  /** Unguessable; stands in the signing page's address `/sign/{signingKey}` and nowhere in the API but signingLinks. */
  signingKey: string;
}

/** A field of one document with its present value; copied from the template when sent. */
export interface DocumentField extends TemplateField {
  /** Plain name, or `<role>::<name>` where names collide. */
  key: string;
  value: FieldValue;
}

export interface Document {
  id: string;
  ownerId: string;
  name: string;
  reference: string;
  note: string;
  status: DocumentStatus;
  templateId: string | null;
  sendInOrder: boolean;
  /** False when the sender hands out the signing links: the service then sends no mail for this document. */
  sendEmails: boolean;
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  completedAt: string | null;
  declinedAt: string | null;
  voidedAt: string | null;
  declineReason: string;
  voidReason: string;
  expiresAt: string | null;
  /** When the notice that it expires soon was given for the present `expiresAt`. */
  expiryNoticeAt?: string | null;
  recipients: Recipient[];
  fields: DocumentField[];
  body: BodyBlock[];
}

export const EVENT_KINDS = [
  'document.sent',
  'document.viewed',
  'document.signed',
  'document.approved',
  'document.declined',
  'document.voided',
  'document.recipient_changed',
  'document.reminder_sent',
  'document.expiry_extended',
  'document.expiry_notice',
  'document.corrected',
  'document.skipped',
  'document.completed',
  'document.paper_copy',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Section 2, Event; also a document's history (section 2, History entry). */
export interface DocumentEvent {
  id: string;
  event: EventKind;
  createdAt: string;
  document: { id: string; name: string; reference: string; status: DocumentStatus };
  actor: { name: string; email: string; role: string };
  details: Record<string, unknown>;
}

/** Section 2, Webhook. */
export interface Webhook {
  id: string;
  accountId: string;
  url: string;
  /** Empty means every kind. */
  events: EventKind[];
  active: boolean;
  secret: string;
  source: string;
  lastDeliveryAt: string | null;
  lastStatus: number | null;
  lastError: string;
  lastEvent: string;
  createdAt: string;
}

/** A mail the service sends to a recipient or the sender. */
export interface Mail {
  to: { name: string; email: string };
  subject: string;
  text: string;
  html: string;
}
