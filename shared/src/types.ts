/**
 * The resources of the API document, section 2, as the service sends and takes them. Every date-time is ISO 8601 in
 * UTC. Values that the document lists one by one (statuses, kinds, types) are `Known | (string & {})`: a service may
 * know more of them, and those pass through as text.
 */

type Open<Known extends string> = Known | (string & {});

/** The six document statuses (section 3). */
export const DOCUMENT_STATUSES = [
  'draft',
  'in_progress',
  'completed',
  'declined',
  'voided',
  'expired',
] as const;
export type DocumentStatus = Open<(typeof DOCUMENT_STATUSES)[number]>;

/** The eight recipient statuses (section 3). */
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
export type RecipientStatus = Open<(typeof RECIPIENT_STATUSES)[number]>;

/** The event kinds, exact values (section 6). */
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
export type EventKind = Open<(typeof EVENT_KINDS)[number]>;

export interface Account {
  id: string;
  name: string;
  email: string;
  company: string;
  /** IANA name. */
  timeZone: string;
  site: { id: string; name: string } | null;
}

export interface Person {
  name: string;
  email: string;
}

export interface Role {
  role: string;
  /** Place in the signing order. */
  order: number;
  type: Open<'signer' | 'approver'>;
  /** Signs in person, hosted by the sender. */
  inPerson: boolean;
  /** Who the template names for the role; null means a recipient must be given when sending. */
  assigned: Person | null;
}

export interface Template {
  id: string;
  name: string;
  note: string;
  sendInOrder: boolean;
  expiresInDays: number;
  createdAt: string;
  updatedAt: string;
  roles: Role[];
}

/** A field of a template. */
export interface Field {
  /** Recipient role that fills it; null for fields filled before sending. */
  role: string | null;
  /** The key in `fields` when sending. */
  name: string;
  type: string;
  required: boolean;
  /** False for signatures, pictures and attachments: no value can be given when sending. */
  fillable: boolean;
  /** Choices of dropdowns, radio buttons and checkboxes. */
  options: string[];
  /** A date field's pattern, in the style of `MM/dd/yyyy`. */
  format: string;
  /** The value the field has in the template. */
  default: unknown;
}

/** `GET /templates/{id}` (section 2, Template detail). */
export interface TemplateDetail extends Template {
  fields: Field[];
}

/** A JSON Schema: an object of keywords, or true (anything) or false (nothing). */
export type JsonSchema = boolean | { [keyword: string]: unknown };

/** `GET /templates/{id}/schema` (section 4): the JSON Schema of the send request body for one template. */
export interface TemplateSchema {
  schema: JsonSchema;
}

export interface SendRecipient {
  role: string;
  email: string;
  name?: string;
}

/** The body of `POST /templates/{id}/send` (section 2, Send request). */
export interface SendRequest {
  /** One entry per open role, as a list or as an object keyed by role. */
  recipients: SendRecipient[] | Record<string, { email: string; name?: string }>;
  /** At most 250 characters; the template's name where it is left out. */
  name?: string;
  /** At most 200 characters; shown to the recipients. */
  note?: string;
  /** At most 100 characters; the caller's own reference. */
  reference?: string;
  /** Keyed by field name, or `<role>::<field name>` where names collide. */
  fields?: Record<string, unknown>;
  sendInOrder?: boolean;
  /** 1 to 365. */
  expiresInDays?: number;
  /** False: the service sends no e-mails and the answer carries `signingLinks`. */
  sendEmails?: boolean;
}

/** A recipient inside a document. */
export interface Recipient {
  role: string;
  name: string;
  email: string;
  type: Open<'signer' | 'approver'>;
  inPerson: boolean;
  order: number;
  status: RecipientStatus;
  viewedAt: string | null;
  completedAt: string | null;
}

export interface SigningLink {
  role: string;
  email: string;
  url: string;
}

export interface SigningDocument {
  id: string;
  name: string;
  reference: string;
  note: string;
  status: DocumentStatus;
  templateId: string | null;
  sendInOrder: boolean;
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  completedAt: string | null;
  declinedAt: string | null;
  voidedAt: string | null;
  declineReason: string;
  expiresAt: string | null;
  recipients: Recipient[];
  /** Download addresses. The client never uses them: it asks `/documents/{id}/file` and `/certificate`. */
  files: { pdf: string | null; certificate: string | null };
  /** Only when sent with `sendEmails: false`. */
  signingLinks?: SigningLink[];
}

export interface Actor {
  name: string;
  email: string;
  role: string;
}

export interface HistoryEntry {
  event: EventKind;
  label: string;
  at: string;
  actor: Actor | null;
  detail: string;
}

/** What webhooks deliver and `GET /events` lists (section 2, Event). */
export interface SigningEvent {
  /** The same on every delivery of one event. */
  id: string;
  event: EventKind;
  createdAt: string;
  document: { id: string; name: string; reference: string; status: DocumentStatus };
  actor: Actor;
  details: Record<string, unknown>;
}

export interface Webhook {
  id: string;
  url: string;
  /** Subscribed kinds; empty means every kind. */
  events: EventKind[];
  active: boolean;
  /** Verifies the signature header (section 5.7). */
  secret: string;
  source: string;
  lastDeliveryAt: string | null;
  lastStatus: number | null;
  lastError: string;
  lastEvent: string;
  createdAt: string;
}

/** The body of `POST /webhooks` (section 2, Webhook request). */
export interface WebhookRequest {
  url: string;
  events?: EventKind[];
  event?: EventKind;
  /** At most 40 characters: what added it. */
  source?: string;
}

/** A webhook just created, with the address to delete it at (the `Location` header; null where none came). */
export type CreatedWebhook = Webhook & { location: string | null };

/** `GET /webhooks`. */
export interface WebhookList {
  data: Webhook[];
  /** The event kinds that exist. */
  events: EventKind[];
}

/** A page of templates or documents (section 2, Paged list). */
export interface Page<Item> {
  data: Item[];
  page: number;
  limit: number;
  /** True when another page exists. */
  hasMore: boolean;
}

export interface TemplateQuery {
  /** Part of the name. */
  search?: string;
  /** 1 to 100; 25 where left out. */
  limit?: number;
  /** From 1. */
  page?: number;
}

export interface DocumentQuery extends TemplateQuery {
  status?: DocumentStatus;
  /** Exact match. */
  reference?: string;
  templateId?: string;
  /** Changed after this time (ISO 8601). */
  updatedSince?: string;
}

export interface EventQuery {
  type?: EventKind;
  /** 1 to 100. */
  limit?: number;
}

export interface VoidRequest {
  /** At most 500 characters; shown to the recipients and in the history. */
  reason?: string;
  /** E-mail the people still to sign; true where left out. */
  notify?: boolean;
}

export interface RemindResult {
  sent: number;
  to: string[];
}

/** A PDF on its way (`/documents/{id}/file`, `/certificate`). */
export interface Download {
  /** Ends with an error, never early, when the transfer is cut. */
  body: NodeJS.ReadableStream;
  /** Bytes, where the service says how many. */
  size: number | null;
  /** The name the service gives, cleaned of what no file system takes; `<document id>.pdf` where it gives none. */
  fileName: string;
}
