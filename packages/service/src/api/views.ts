import { templateSchema } from '../domain/template-schema.ts';
import type {
  Account,
  Document,
  Recipient,
  Role,
  Template,
  TemplateField,
  Webhook,
} from '../domain/types.ts';
import type { TemplateTexts } from '../store/templates.ts';

/** What the API shows of the service's records (section 2), as JSON texts where they are stored ready to be sent. */

export function accountView({ id, name, email, company, timeZone, site }: Account) {
  return { id, name, email, company, timeZone, site };
}

function roleView({ role, order, type, inPerson, assigned }: Role) {
  return { role, order, type, inPerson, assigned };
}

function fieldView({ role, name, type, required, fillable, options, format, default: value }: TemplateField) {
  return { role, name, type, required, fillable, options, format, default: value };
}

export function templateTexts(template: Template): TemplateTexts {
  const { id, name, note, sendInOrder, expiresInDays, createdAt, updatedAt, roles, fields } = template;
  const view = {
    id,
    name,
    note,
    sendInOrder,
    expiresInDays,
    createdAt,
    updatedAt,
    roles: roles.map(roleView),
  };
  return {
    view: JSON.stringify(view),
    detail: JSON.stringify({ ...view, fields: fields.map(fieldView) }),
    schema: JSON.stringify({ schema: templateSchema(template) }),
  };
}

function recipientView({
  role,
  name,
  email,
  type,
  inPerson,
  order,
  status,
  viewedAt,
  completedAt,
}: Recipient) {
  return { role, name, email, type, inPerson, order, status, viewedAt, completedAt };
}

/** Holds the place of the base address in stored views; JSON text never contains this character by itself. */
export const BASE_ADDRESS = '\u0001';

/** The Document as the API answers it, as JSON text, but for the base address and `signingLinks`. */
export function documentView(document: Document): string {
  const view = JSON.stringify({
    id: document.id,
    name: document.name,
    reference: document.reference,
    note: document.note,
    status: document.status,
    templateId: document.templateId,
    sendInOrder: document.sendInOrder,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    sentAt: document.sentAt,
    completedAt: document.completedAt,
    declinedAt: document.declinedAt,
    voidedAt: document.voidedAt,
    declineReason: document.declineReason,
    expiresAt: document.expiresAt,
    recipients: document.recipients.map(recipientView),
  });
  const address = `${BASE_ADDRESS}/documents/${encodeURIComponent(document.id)}`;
  const certificate = document.status === 'completed' ? `"${address}/certificate"` : 'null';
  return `${view.slice(0, -1)},"files":{"pdf":"${address}/file","certificate":${certificate}}}`;
}

/** Views as they are stored, with the base address at which the service runs now. */
export function withBaseAddress(views: string, baseUrl: string): string {
  return views.replaceAll(BASE_ADDRESS, baseUrl);
}

export interface SigningLink {
  role: string;
  email: string;
  url: string;
}

export function withSigningLinks(view: string, links: SigningLink[]): string {
  return `${view.slice(0, -1)},"signingLinks":${JSON.stringify(links)}}`;
}

export function webhookView(webhook: Webhook) {
  const {
    id,
    url,
    events,
    active,
    secret,
    source,
    lastDeliveryAt,
    lastStatus,
    lastError,
    lastEvent,
    createdAt,
  } = webhook;
  return {
    id,
    url,
    events,
    active,
    secret,
    source,
    lastDeliveryAt,
    lastStatus,
    lastError,
    lastEvent,
    createdAt,
  };
}

export function pageAnswer(items: string[], page: number, limit: number, hasMore: boolean): string {
  return `{"data":[${items.join()}],"page":${page},"limit":${limit},"hasMore":${hasMore}}`;
}
