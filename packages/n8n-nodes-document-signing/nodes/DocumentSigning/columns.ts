import type { InputField, SendForm } from '@document-signing/shared';
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
    const column = (part: 'email' | 'name', label: string): ResourceMapperField => ({
      id: columnId(`${part}:${role.role}`),
      displayName: noted(`${role.role} – ${label}`, [
        role.assigned ? role.assigned.name || role.assigned.email : '',
        part === 'email' && role.type !== 'signer' ? role.type : '',
        part === 'email' && role.inPerson ? 'in person' : '',
      ]),
      type: 'string',
      required: role.required && part === 'email',
      ...SETTLED,
    });
    return [column('email', 'Email'), column('name', 'Name')];
  });
}

/** One column for each field that can be filled when sending. */
export function fieldColumns(form: SendForm): ResourceMapperField[] {
  return form.fields.map((field) => ({
    id: columnId(field.key),
    displayName: fieldLabel(field),
    type: WIDGETS[field.kind],
    required: field.required,
    ...SETTLED,
    // n8n saves a switch that nobody touched as false and, up to 1.x, a number as 0: either would override what the
    // template says. Optional ones are therefore left out of the form until they are added; then what they show is meant.
    removed: (field.kind === 'boolean' || field.kind === 'number') && !field.required,
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

/** The editor cuts long labels: what the template has for an empty input stands first. */
function fieldLabel({ label, kind, format, choices, default: preset }: InputField): string {
  return noted(label, [
    preset === null ? '' : `default ${shortened(asText(preset))}`,
    kind === 'date' ? (format ?? 'yyyy-MM-dd') : '',
    kind === 'choices' ? `any of: ${shortened(choices.map((choice) => choice.label).join(' | '))}` : '',
  ]);
}

function noted(label: string, notes: string[]): string {
  const given = notes.filter(Boolean).join('; ');
  return given ? `${label} (${given})` : label;
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
