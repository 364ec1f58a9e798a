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
import type { DocumentText } from '../store/documents.ts';
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

/** Without `files`, whose addresses depend on where the service runs now, and without `signingLinks`. */
export function documentView(document: Document): string {
  return JSON.stringify({
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
}

/** The Document as the API answers it: the stored text with `files`, and `signingLinks` where they belong. */
export function documentAnswer(
  { id, status, view }: DocumentText,
  baseUrl: string,
  signingLinks?: { role: string; email: string; url: string }[],
): string {
  const address = `${baseUrl}/documents/${encodeURIComponent(id)}`;
  const certificate = status === 'completed' ? JSON.stringify(`${address}/certificate`) : 'null';
  const files = `"files":{"pdf":${JSON.stringify(`${address}/file`)},"certificate":${certificate}}`;
  const links = signingLinks ? `,"signingLinks":${JSON.stringify(signingLinks)}` : '';
  return `${view.slice(0, -1)},${files}${links}}`;
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
