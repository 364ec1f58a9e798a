import { LIMITS } from '../domain/limits.ts';
import type { JsonSchema } from '../domain/template-schema.ts';
import { DOCUMENT_STATUSES, EVENT_KINDS, FIELD_TYPES, RECIPIENT_STATUSES } from '../domain/types.ts';

/**
 * The JSON Schemas of everything the API takes and answers: those of requests validate them, and all of them stand in
 * openapi.json under `components`.
 */

const string = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const dateTime = { type: 'string', format: 'date-time' };
const dateTimeOrNull = { type: ['string', 'null'], format: 'date-time' };
const eventKind = { type: 'string', enum: EVENT_KINDS };

/** An answer's object: every property is there, unless it is named as optional. */
function answer(
  properties: Record<string, JsonSchema>,
  description: string,
  optional: string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description, properties, required };
}

/** A request's object: what it does not name is refused, so that a slip is not silently ignored. */
function request(
  properties: Record<string, JsonSchema>,
  required: string[],
  description: string,
): JsonSchema {
  return { type: 'object', description, properties, required, additionalProperties: false };
}

export function ref(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

function page(name: SchemaName): JsonSchema {
  return answer(
    {
      data: listOf(ref(name)),
      page: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: LIMITS.pageSize },
      hasMore: { type: 'boolean', description: 'True when another page exists.' },
    },
    'One page of a list.',
  );
}

const template = {
  id: string,
  name: string,
  note: string,
  sendInOrder: { type: 'boolean', description: 'Whether recipients sign one after another.' },
  expiresInDays: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
  roles: { type: 'array', items: { $ref: '#/components/schemas/Role' } },
};

const recipientEntry = {
  email: { type: 'string', format: 'email' },
  name: { type: 'string', maxLength: LIMITS.recipientName },
};

export type SchemaName =
  | 'Account'
  | 'Role'
  | 'Field'
  | 'Template'
  | 'TemplateDetail'
  | 'TemplatePage'
  | 'TemplateSchema'
  | 'SendRequest'
  | 'Recipient'
  | 'Document'
  | 'DocumentPage'
  | 'VoidRequest'
  | 'Reminded'
  | 'HistoryEntry'
  | 'History'
  | 'Event'
  | 'Events'
  | 'Webhook'
  | 'Webhooks'
  | 'WebhookRequest'
  | 'Error';

export const SCHEMAS: Record<SchemaName, JsonSchema> = {
  Account: answer(
    {
      id: string,
      name: string,
      email: string,
      company: string,
      timeZone: string,
      site: { type: ['object', 'null'], properties: { id: string, name: string }, required: ['id', 'name'] },
    },
    'The person the token acts for.',
  ),
  Role: answer(
    {
      role: { type: 'string', description: 'Role name.' },
      order: { type: 'integer', description: 'Place in the signing order; equal numbers sign in parallel.' },
      type: { type: 'string', enum: ['signer', 'approver'] },
      inPerson: { type: 'boolean', description: 'Signs in person, hosted by the sender.' },
      assigned: {
        type: ['object', 'null'],
        description: 'Who the template names; null means a recipient must be given when sending.',
        properties: { name: string, email: string },
        required: ['name', 'email'],
      },
    },
    'A role of a template, filled by one recipient.',
  ),
  Field: answer(
    {
      role: {
        type: ['string', 'null'],
        description: 'Role that fills it; null for fields filled before sending.',
      },
      name: {
        type: 'string',
        description: 'Used as the key in `fields`; `<role>::<name>` where names collide.',
      },
      type: { type: 'string', enum: FIELD_TYPES },
      required: boolean,
      fillable: { type: 'boolean', description: 'True if a value can be given when sending.' },
      options: listOf(string),
      format: { type: 'string', description: 'A date field’s format, such as MM/dd/yyyy.' },
      default: { description: 'The value the field has in the template.' },
    },
    'A field of a template.',
  ),
  Template: answer(template, 'A template.'),
  TemplateDetail: answer(
    { ...template, fields: listOf({ $ref: '#/components/schemas/Field' }) },
    'A template with its fields.',
  ),
  TemplatePage: page('Template'),
  TemplateSchema: answer(
    {
      schema: { type: 'object', description: 'JSON Schema (2020-12) of the send request for this template.' },
    },
    'The JSON Schema of the send request body.',
  ),
  SendRequest: request(
    {
      recipients: {
        description:
          'One entry per role that the template leaves open; entries for other roles are optional.',
        oneOf: [
          {
            type: 'array',
            items: request(
              { role: { type: 'string', minLength: 1 }, ...recipientEntry },
              ['role', 'email'],
              'Who gets the document in one role.',
            ),
          },
          {
            type: 'object',
            description: 'The same keyed by role name.',
            additionalProperties: request(
              { role: string, ...recipientEntry },
              ['email'],
              'Who gets the document.',
            ),
          },
        ],
      },
      name: { type: 'string', maxLength: LIMITS.documentName, description: 'Default: the template’s name.' },
      note: { type: 'string', maxLength: LIMITS.documentNote, description: 'Shown to recipients.' },
      reference: {
        type: 'string',
        maxLength: LIMITS.documentReference,
        description: 'The caller’s own reference.',
      },
      fields: {
        type: 'object',
        description:
          'Values keyed by field name, `<role>::<field name>` where names collide. Empty values are left out and the template’s value stays.',
        additionalProperties: {
          anyOf: [
            { type: ['string', 'number', 'boolean', 'null'] },
            { type: 'array', items: { type: ['string', 'null'] } },
          ],
        },
      },
      sendInOrder: {
        type: 'boolean',
        description: 'Recipients one after another. Default: as the template says.',
      },
      expiresInDays: {
        type: 'integer',
        minimum: LIMITS.expiresInDaysLeast,
        maximum: LIMITS.expiresInDaysMost,
      },
      sendEmails: {
        type: 'boolean',
        default: true,
        description: 'When false, no e-mails are sent and the answer carries `signingLinks`.',
      },
    },
    ['recipients'],
    'A document to be created from the template and sent.',
  ),
  Recipient: answer(
    {
      role: string,
      name: string,
      email: string,
      type: { type: 'string', enum: ['signer', 'approver'] },
      inPerson: boolean,
      order: integer,
      status: { type: 'string', enum: RECIPIENT_STATUSES },
      viewedAt: dateTimeOrNull,
      completedAt: dateTimeOrNull,
    },
    'A recipient of a document.',
  ),
  Document: answer(
    {
      id: string,
      name: string,
      reference: string,
      note: string,
      status: { type: 'string', enum: DOCUMENT_STATUSES },
      templateId: { type: ['string', 'null'] },
      sendInOrder: boolean,
      createdAt: dateTime,
      updatedAt: dateTime,
      sentAt: dateTimeOrNull,
      completedAt: dateTimeOrNull,
      declinedAt: dateTimeOrNull,
      voidedAt: dateTimeOrNull,
      declineReason: string,
      expiresAt: dateTimeOrNull,
      recipients: listOf({ $ref: '#/components/schemas/Recipient' }),
      files: answer(
        {
          pdf: {
            type: ['string', 'null'],
            description: 'Download address of the PDF, requested with the token.',
          },
          certificate: {
            type: ['string', 'null'],
            description: 'Download address of the certificate, set once completed.',
          },
        },
        'Download addresses.',
      ),
      signingLinks: {
        type: 'array',
        description: 'Present only in the answer to a send with `sendEmails: false`.',
        items: answer({ role: string, email: string, url: string }, 'Where one recipient signs.'),
      },
    },
    'A document.',
    ['signingLinks'],
  ),
  DocumentPage: page('Document'),
  VoidRequest: request(
    {
      reason: {
        type: 'string',
        maxLength: LIMITS.voidReason,
        description: 'Shown to recipients and in the history.',
      },
      notify: { type: 'boolean', default: true, description: 'E-mail the people still to sign.' },
    },
    [],
    'Why a document is voided, and who is told.',
  ),
  Reminded: answer({ sent: { type: 'integer', minimum: 0 }, to: listOf(string) }, 'Who was reminded.'),
  HistoryEntry: answer(
    {
      event: eventKind,
      label: string,
      at: dateTime,
      actor: {
        type: ['object', 'null'],
        properties: { name: string, email: string, role: string },
        required: ['name', 'email', 'role'],
      },
      detail: string,
    },
    'One entry of a document’s history.',
  ),
  History: answer(
    { data: listOf({ $ref: '#/components/schemas/HistoryEntry' }) },
    'A document’s history, oldest first.',
  ),
  Event: answer(
    {
      id: { type: 'string', description: 'The same on every delivery of one event.' },
      event: eventKind,
      createdAt: dateTime,
      document: answer(
        { id: string, name: string, reference: string, status: { type: 'string', enum: DOCUMENT_STATUSES } },
        'The document the event is about.',
      ),
      actor: answer({ name: string, email: string, role: string }, 'Who caused the event.'),
      details: { type: 'object' },
    },
    'Something that happened to a document.',
  ),
  Events: answer(
    { data: listOf({ $ref: '#/components/schemas/Event' }) },
    'The latest events, newest first.',
  ),
  Webhook: answer(
    {
      id: string,
      url: string,
      events: { type: 'array', items: eventKind, description: 'Empty means every kind.' },
      active: boolean,
      secret: { type: 'string', description: 'Used to verify the signature header.' },
      source: string,
      lastDeliveryAt: dateTimeOrNull,
      lastStatus: { type: ['integer', 'null'] },
      lastError: string,
      lastEvent: string,
      createdAt: dateTime,
    },
    'A webhook subscription.',
  ),
  Webhooks: answer(
    {
      data: listOf({ $ref: '#/components/schemas/Webhook' }),
      events: { type: 'array', items: eventKind, description: 'The event kinds that exist.' },
    },
    'The account’s webhooks.',
  ),
  WebhookRequest: request(
    {
      url: { type: 'string', format: 'uri', description: 'Must be https:// for addresses on the internet.' },
      events: { type: 'array', items: eventKind, description: 'Omitted or empty means every event.' },
      event: { ...eventKind, description: 'Same as `events` with one entry.' },
      source: {
        type: 'string',
        maxLength: LIMITS.webhookSource,
        description: 'What added it, shown in the product.',
      },
    },
    ['url'],
    'A webhook to be added.',
  ),
  Error: answer(
    {
      error: answer(
        {
          code: string,
          message: string,
          details: { type: 'object', properties: { problems: listOf(string) } },
        },
        'What is wrong.',
        ['details'],
      ),
    },
    'The body of every error.',
  ),
};
