import { fieldKeys } from './field-keys.ts';
import { datePattern, isEmptyValue } from './field-values.ts';
import { dateExpression, formatDate, ISO_DATE_PATTERN, parseDate } from './date-pattern.ts';
import { LIMITS } from './limits.ts';
import { mustBeGiven } from './send-request.ts';
import type { Role, Template, TemplateField } from './types.ts';

export type JsonSchema = { [keyword: string]: unknown };

/**
 * The JSON Schema (2020-12) of the send request for one template: `recipients` as an object keyed by role, `fields` as
 * an object keyed by field key (section 4, GET /templates/{id}/schema; docs/decisions.md).
 */
export function templateSchema(template: Template): JsonSchema {
  const roles = [...template.roles].sort((a, b) => a.order - b.order);
  const keys = fieldKeys(template.fields);
  const fillable = [...keys.byKey].filter(([, field]) => field.fillable);
  const needed = fillable.filter(([, field]) => mustBeGiven(field)).map(([key]) => key);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: template.name,
    description: template.note || `What sending “${template.name}” takes.`,
    type: 'object',
    properties: {
      recipients: {
        title: 'Recipients',
        description: 'Who gets the document, by role.',
        type: 'object',
        properties: Object.fromEntries(roles.map((role) => [role.role, roleSchema(role)])),
        required: roles.filter((role) => role.assigned === null).map((role) => role.role),
        additionalProperties: false,
      },
      fields: {
        title: 'Fields',
        description: 'Values by field. Empty values are left out and the template’s value stays.',
        type: 'object',
        properties: Object.fromEntries(fillable.map(([key, field]) => [key, fieldSchema(field, key)])),
        required: needed,
        additionalProperties: false,
      },
      name: {
        title: 'Name',
        description: 'Name of the document.',
        type: 'string',
        maxLength: LIMITS.documentName,
        default: template.name,
      },
      note: {
        title: 'Note',
        description: 'Shown to recipients.',
        type: 'string',
        maxLength: LIMITS.documentNote,
      },
      reference: {
        title: 'Reference',
        description: 'Your own reference; shown on the document and in webhook events.',
        type: 'string',
        maxLength: LIMITS.documentReference,
      },
      sendInOrder: {
        title: 'Send in order',
        description: 'Recipients one after another.',
        type: 'boolean',
        default: template.sendInOrder,
      },
      expiresInDays: {
        title: 'Expires in days',
        description: 'Days until the document expires.',
        type: 'integer',
        minimum: LIMITS.expiresInDaysLeast,
        maximum: LIMITS.expiresInDaysMost,
        default: template.expiresInDays,
      },
      sendEmails: {
        title: 'Send e-mails',
        description: 'When false, the service sends no e-mails and the answer carries signingLinks.',
        type: 'boolean',
        default: true,
      },
    },
    required: needed.length > 0 ? ['recipients', 'fields'] : ['recipients'],
    additionalProperties: false,
  };
}

function roleSchema(role: Role): JsonSchema {
  const does = role.type === 'approver' ? 'Approves' : role.inPerson ? 'Signs in person' : 'Signs';
  const who = role.assigned
    ? ` ${role.assigned.name || role.assigned.email} unless someone else is given.`
    : '';
  return {
    title: role.role,
    description: `${does}, place ${role.order} in the signing order.${who}`,
    type: 'object',
    properties: {
      email: {
        title: `${role.role}: e-mail`,
        description: 'E-mail address of the recipient.',
        type: 'string',
        format: 'email',
        ...(role.assigned && { default: role.assigned.email }),
      },
      name: {
        title: `${role.role}: name`,
        description: 'Name of the recipient.',
        type: 'string',
        maxLength: LIMITS.recipientName,
        ...(role.assigned && { default: role.assigned.name }),
      },
    },
    required: ['email'],
    additionalProperties: false,
  };
}

function fieldSchema(field: TemplateField, key: string): JsonSchema {
  const when =
    field.role === null
      ? 'Drawn into the document before it is sent.'
      : `Starts with this value; ${field.role} can change it while signing.`;
  return {
    title: key === field.name ? field.name : `${field.name} (${field.role})`,
    ...valueSchema(field, when),
    ...(!isEmptyValue(field.default) && { default: schemaDefault(field) }),
  };
}

function valueSchema(field: TemplateField, when: string): JsonSchema {
  switch (field.type) {
    case 'number':
      return { description: when, type: 'number' };
    case 'date': {
      const pattern = datePattern(field);
      if (pattern === ISO_DATE_PATTERN) {
        return { description: `A date as ${ISO_DATE_PATTERN}. ${when}`, type: 'string', format: 'date' };
      }
      return {
        description: `A date as ${ISO_DATE_PATTERN} or ${pattern}. ${when}`,
        type: 'string',
        anyOf: [{ format: 'date' }, { pattern: dateExpression(pattern) }],
      };
    }
    case 'dropdown':
    case 'radio':
      return { description: when, type: 'string', enum: field.options };
    case 'checkbox':
      return field.options.length > 0
        ? {
            description: when,
            type: 'array',
            items: { type: 'string', enum: field.options },
            uniqueItems: true,
          }
        : { description: when, type: 'boolean' };
    default:
      return { description: when, type: 'string' };
  }
}

/** A date's default is written as `format: date` demands: the one form that every reader of schemas knows. */
function schemaDefault(field: TemplateField): unknown {
  if (field.type !== 'date' || typeof field.default !== 'string') return field.default;
  const date = parseDate(datePattern(field), field.default);
  return date ? formatDate(ISO_DATE_PATTERN, date) : field.default;
}
