import type { FormRole, InputField, SendForm } from '@document-signing/shared';
import type { ResourceMapperField, ResourceMapperValue } from 'n8n-workflow';

/** What the editor shows of a template's form, as columns of a resource mapper, and the way back from its values. */

const WIDGETS: Record<InputField['kind'], ResourceMapperField['type']> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'dateTime',
  choice: 'options',
  // There is no widget for several choices: a text takes a list, JSON, lines or commas.
  choices: 'string',
};

const MOST_SHOWN = 120;

/** Two columns for each role: whom to send to is required where the template names nobody. */
export function recipientColumns(form: SendForm): ResourceMapperField[] {
  return form.roles.flatMap((role) => {
    const note = roleNote(role);
    const column = (part: 'email' | 'name', label: string): ResourceMapperField => ({
      id: columnId(`${part}:${role.role}`),
      displayName: `${role.role} – ${label}${note ? ` (${note})` : ''}`,
      type: 'string',
      required: role.required && part === 'email',
      ...SETTLED,
    });
    return [column('email', 'Email'), column('name', 'Name')];
  });
}

function roleNote({ type, inPerson, assigned }: FormRole): string {
  const facts = [
    type === 'signer' ? '' : type,
    inPerson ? 'in person' : '',
    assigned ? `assigned: ${[assigned.name, assigned.email].filter(Boolean).join(', ')}` : '',
  ];
  return facts.filter(Boolean).join('; ');
}

/** One column for each field that can be filled when sending. */
export function fieldColumns(form: SendForm): ResourceMapperField[] {
  return form.fields.map((field) => ({
    id: columnId(field.key),
    displayName: fieldLabel(field),
    type: WIDGETS[field.kind],
    required: field.required,
    ...SETTLED,
    // n8n gives a switch that nobody touched the value false. An optional one is therefore left out of the form until
    // it is added: then what it shows is meant.
    removed: field.kind === 'boolean' && !field.required,
    ...(field.kind === 'boolean' && { defaultValue: field.default === true }),
    ...(field.kind === 'choice' && {
      options: field.choices.map(({ value, label }) => ({ name: label, value })),
    }),
  }));
}

const SETTLED = {
  display: true,
  defaultMatch: false,
  canBeUsedToMatch: false,
  readOnly: false,
  removed: false,
};

function fieldLabel({ label, kind, format, choices, default: preset }: InputField): string {
  const facts = [
    kind === 'date' ? (format ?? 'yyyy-MM-dd') : '',
    kind === 'choices' ? `any of: ${shortened(choices.map((choice) => choice.label).join(' | '))}` : '',
    preset === null ? '' : `template: ${shortened(asText(preset))}`,
  ];
  const said = facts.filter(Boolean).join('; ');
  return said ? `${label} (${said})` : label;
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;
}

/**
 * The editor finds a column's value by `value["<id>"]`, so an id must not hold the end of that. And n8n copies no
 * value under a name that an object has by itself.
 */
export function columnId(key: string): string {
  const id = key.replaceAll('"]', '%22%5D');
  return NOT_COPIED.has(id) ? `%${id.charCodeAt(0).toString(16)}${id.slice(1)}` : id;
}

const NOT_COPIED = new Set(['__proto__', 'constructor', 'prototype']);

/** What was given for each column that is shown, under the names that `name` gives the columns. */
function given(parameter: unknown, names: Map<string, string>): [string, unknown][] {
  const { value, schema } = (parameter ?? {}) as Partial<ResourceMapperValue>;
  const removed = new Set(schema?.filter((column) => column.removed).map(({ id }) => id));
  return Object.entries(value ?? {})
    .filter(([id]) => !removed.has(id))
    .map(([id, entry]) => [names.get(id) ?? id, entry]);
}

/** The value of `fields` keyed by the form's own keys. A column that the form no longer has keeps its saved name. */
export function valuesOf(form: SendForm, parameter: unknown): Record<string, unknown> {
  return Object.fromEntries(given(parameter, new Map(form.fields.map(({ key }) => [columnId(key), key]))));
}

/** The value of `recipients` as a list; roles that the form no longer has stay, so that they can be complained of. */
export function recipientsOf(
  form: SendForm,
  parameter: unknown,
): { role: string; email?: unknown; name?: unknown }[] {
  const names = new Map(
    form.roles.flatMap(({ role }) =>
      ['email', 'name'].map((part) => [columnId(`${part}:${role}`), `${part}:${role}`] as const),
    ),
  );
  const people = new Map<string, { role: string; email?: unknown; name?: unknown }>();
  for (const [column, value] of given(parameter, names)) {
    const [part, role] = /^(email|name):(.*)$/s.exec(column)?.slice(1) ?? ['email', column];
    const person = people.get(role!) ?? { role: role! };
    people.set(role!, { ...person, [part!]: value });
  }
  return [...people.values()];
}
