import type { Field, JsonSchema, Role, TemplateDetail } from '../../src/index.ts';

export const role = (name: string, more: Partial<Role> = {}): Role => ({
  role: name,
  order: 1,
  type: 'signer',
  inPerson: false,
  assigned: null,
  ...more,
});

export const field = (name: string, more: Partial<Field> = {}): Field => ({
  role: null,
  name,
  type: 'text',
  required: false,
  fillable: true,
  options: [],
  format: '',
  default: null,
  ...more,
});

export const template = (more: Partial<TemplateDetail> = {}): TemplateDetail => ({
  id: 'tpl_1',
  name: 'Lease',
  note: '',
  sendInOrder: false,
  expiresInDays: 30,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  roles: [role('Client')],
  fields: [],
  ...more,
});

/** The schema of a send request with these fields, and the role Client as an object. */
export const schemaWith = (fields: JsonSchema, more: Record<string, unknown> = {}): JsonSchema => ({
  type: 'object',
  properties: {
    recipients: {
      type: 'object',
      properties: { Client: { type: 'object', properties: { email: { type: 'string' } } } },
      required: ['Client'],
    },
    fields,
  },
  ...more,
});
