import {
  dayOf,
  isoDay,
  type FormRole,
  type InputField,
  type SendForm,
  type SendValues,
} from '@document-signing/shared';
import type { FieldChoiceWithLabel, InputFieldGroup, PlainInputField } from 'zapier-platform-core';
import { decodeKey, encodeKey, type Loaded } from './field-keys.ts';

/**
 * The mapping from a template's form to Zapier's inputs, and back from a Zap's values to the form's. The form itself,
 * and what its values must be, is shared with the other connector.
 */

const GROUPED_ROLES = 10;

/** Zapier wants groups declared beforehand; those of roles are numbered in signing order. */
export const INPUT_GROUPS: InputFieldGroup[] = [
  { key: 'template', label: 'Template', emphasize: true },
  ...Array.from({ length: GROUPED_ROLES }, (_, index) => ({
    key: `recipient_${index + 1}`,
    label: `Recipient ${index + 1}`,
    emphasize: true,
  })),
  { key: 'recipients', label: 'More Recipients', emphasize: true },
  { key: 'fields', label: 'Document Fields', emphasize: true },
  { key: 'settings', label: 'Document Settings' },
];

/** The inputs of one template: its open roles first, then the fields that must be filled, then the rest. */
export function inputFields(form: SendForm): PlainInputField[] {
  const roles = form.roles.map((role, index) => ({ role, group: groupOf(index) }));
  const required = (field: { required: boolean }): number => (field.required ? 0 : 1);
  return [
    ...roles
      .sort((a, b) => required(a.role) - required(b.role))
      .flatMap(({ role, group }) => roleInputs(role, group)),
    ...[...form.fields].sort((a, b) => required(a) - required(b)).map(fieldInput),
  ];
}

function groupOf(index: number): string {
  return index < GROUPED_ROLES ? `recipient_${index + 1}` : 'recipients';
}

function roleInputs(role: FormRole, group: string): PlainInputField[] {
  const { assigned, description } = role;
  const says = (word: string): boolean => description.toLowerCase().includes(word.toLowerCase());
  const help = [
    description,
    role.type === 'approver' && !says('approve') && 'Approves the document.',
    role.inPerson && !says('person') && 'Signs in person, hosted by the sender.',
    assigned &&
      !says(assigned.name || assigned.email) &&
      `Leave empty to send to ${assigned.name || assigned.email}, whom the template names.`,
  ];
  return [
    {
      key: encodeKey('email', role.role),
      label: `${role.role} Email`,
      type: 'string',
      required: role.required,
      group,
      ...helpText(help),
    },
    { key: encodeKey('name', role.role), label: `${role.role} Name`, type: 'string', group },
  ];
}

function fieldInput(field: InputField): PlainInputField {
  return {
    key: encodeKey('field', field.key),
    label: field.label || field.key,
    required: field.required,
    group: 'fields',
    ...typeOf(field),
    ...defaultOf(field),
    ...helpText([field.description, whoFills(field), howWritten(field), whatStays(field)]),
  };
}

function typeOf(field: InputField): Pick<PlainInputField, 'type' | 'choices' | 'list'> {
  switch (field.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return { type: field.sendAs === 'integer' ? 'integer' : 'number' };
    case 'date':
      return { type: 'datetime' };
    case 'choice':
      return { type: 'string', ...choices(field) };
    case 'choices':
      return { type: 'string', list: true, ...choices(field) };
    case 'text':
      return field.sendAs === 'list' ? { type: 'string', list: true } : { type: 'text' };
  }
}

/** Zapier refuses a choice without a value, and an empty list of choices. */
function choices(field: InputField): { choices?: FieldChoiceWithLabel[] } {
  const listed = new Map<string, FieldChoiceWithLabel>();
  for (const { value, label } of field.choices) {
    const text = String(value);
    if (text !== '' && !listed.has(text))
      listed.set(text, { value: text, sample: text, label: label || text });
  }
  return listed.size > 0 ? { choices: [...listed.values()] } : {};
}

/**
 * The template's own value, shown in the editor. Lists may have none there, and a text with braces would be taken for a
 * mapped value; without one the template's value stays all the same.
 */
function defaultOf(field: InputField): { default?: string } {
  const value = field.default;
  if (value === null || typeof value === 'object' || field.kind === 'choices' || field.sendAs === 'list')
    return {};
  const text = field.kind === 'date' ? isoDefault(field) : String(value);
  return text.trim() === '' || text.includes('{{') ? {} : { default: text };
}

/** Zapier would read `03/04/2026` its own way round. */
function isoDefault({ default: value, format }: InputField): string {
  const day = dayOf(value, format);
  return day ? isoDay(day) : '';
}

/** The service may say the same in its own description of the field: then it is said once. */
function whoFills({ role, description }: InputField): string | false {
  const says =
    role === null
      ? 'Drawn into the document before it is sent.'
      : `Starts with this value; ${role} can change it while signing.`;
  return !description.includes(says) && says;
}

function howWritten({ kind, format, description }: InputField): string | false {
  return (
    kind === 'date' &&
    format !== null &&
    !description.includes(format) &&
    `Written as ${format} in the document.`
  );
}

/** Said only where the editor does not show the template's value. */
function whatStays(field: InputField): string | false {
  if (field.default === null || defaultOf(field).default !== undefined) return false;
  const values = Array.isArray(field.default) ? field.default : [field.default];
  return `Leave empty to keep ${values.map(String).join(', ')}.`;
}

const LONGEST_HELP = 1000;

/** Sentences as a help text, which is Markdown: what stands in them is text. Empty ones are left out. */
function helpText(sentences: (string | false | null)[]): { helpText?: string } {
  const text = sentences.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
  if (text === '') return {};
  // Escaping at most doubles it.
  const most = LONGEST_HELP / 2;
  const shortened = text.length > most ? `${[...text.slice(0, most)].slice(0, -2).join('')}…` : text;
  return { helpText: shortened.replace(/[\\`*_[\]<>#|]/g, '\\$&') };
}

/**
 * What a Zap's inputs say for the form. Inputs whose keys stand for nothing in the form are handed on as they are, and
 * so are those whose keys stand for nothing at all: the request is not built with them, and the error names them.
 */
export function sendValues(input: Record<string, unknown>): SendValues {
  const recipients = new Map<string, { role: string; email?: unknown; name?: unknown }>();
  const fields: [string, unknown][] = [];
  for (const [key, value] of Object.entries(input)) {
    const loaded = decodeKey(key) ?? undecodable(key);
    if (!loaded) continue;
    if (loaded.kind === 'field') {
      fields.push([loaded.name, value]);
    } else {
      const recipient = recipients.get(loaded.name) ?? { role: loaded.name };
      recipients.set(loaded.name, { ...recipient, [loaded.kind]: value });
    }
  }
  return {
    recipients: [...recipients.values()],
    fields: Object.fromEntries(fields),
    name: input.name,
    note: input.note,
    reference: input.reference,
    sendInOrder: input.send_in_order,
    expiresInDays: input.expires_in_days,
    sendEmails: input.send_emails,
  };
}

/** No name is ever encoded like this, so it stands for itself. */
function undecodable(key: string): Loaded | undefined {
  if (!/^[enf]_/.test(key)) return undefined;
  const kind = key.startsWith('e_') ? 'email' : key.startsWith('n_') ? 'name' : 'field';
  return { kind, name: key };
}
