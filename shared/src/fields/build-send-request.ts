import type { SendRecipient, SendRequest } from '../types.ts';
import { fieldValue, isEmpty, shown, yesOrNo, type ValueOptions } from './field-value.ts';
import type { FormRole, InputField, SendForm, SendValues } from './form.ts';
import { SendFormError } from './send-form-error.ts';

export interface BuildOptions extends ValueOptions {
  /**
   * What the user's form calls these inputs: problems then name them so, and fields by their labels. Without it they
   * are named in plain words, and fields to choose from by the keys that a caller writes.
   */
  labels?: Record<'name' | 'note' | 'reference' | 'sendInOrder' | 'expiresInDays' | 'sendEmails', string>;
}

/**
 * The body of `POST /templates/{id}/send` (section 2, Send request) for a template's form and what a user gave. Empty
 * values are left out, so that the template's own stay.
 *
 * @throws SendFormError with every problem, each a sentence that names the field or role and says what to do
 */
export function buildSendRequest(
  form: SendForm,
  values: SendValues,
  options: BuildOptions = {},
): SendRequest {
  const problems: string[] = [];
  const request: SendRequest = { recipients: recipientsOf(form, values.recipients, problems) };

  const named = (key: keyof NonNullable<BuildOptions['labels']>, words: string): string =>
    options.labels ? `“${options.labels[key]}”` : words;
  const name = limitedText(values.name, named('name', 'The document name'), 250, problems);
  if (name !== undefined) request.name = name;
  const note = limitedText(values.note, named('note', 'The note'), 200, problems);
  if (note !== undefined) request.note = note;
  const reference = limitedText(values.reference, named('reference', 'The reference'), 100, problems);
  if (reference !== undefined) request.reference = reference;

  const fields = fieldsOf(form, values.fields, options, problems);
  if (fields.length > 0) request.fields = Object.fromEntries(fields);

  const sendInOrder = switchOf(values.sendInOrder, named('sendInOrder', '“Send in order”'), problems);
  if (sendInOrder !== undefined) request.sendInOrder = sendInOrder;
  const expiresInDays = daysOf(
    values.expiresInDays,
    named('expiresInDays', 'The days until the document expires'),
    problems,
  );
  if (expiresInDays !== undefined) request.expiresInDays = expiresInDays;
  const sendEmails = switchOf(values.sendEmails, named('sendEmails', '“Send e-mails”'), problems);
  if (sendEmails !== undefined) request.sendEmails = sendEmails;

  if (problems.length > 0) throw new SendFormError(problems);
  return request;
}

interface Given {
  role: string;
  email: string;
  name: string;
  /** What it was given is a problem that was told already. */
  faulty?: boolean;
}

function recipientsOf(form: SendForm, value: unknown, problems: string[]): SendRequest['recipients'] {
  const roles = new Map(form.roles.map((role) => [role.role, role]));
  const given = new Map<string, Given>();
  for (const entry of entriesOf(value, problems)) {
    if (!roles.has(entry.role)) {
      if (entry.email || entry.name) problems.push(unknownRole(form, entry.role));
    } else if (given.has(entry.role)) {
      problems.push(`The role “${entry.role}” is given twice: give one recipient for it.`);
    } else {
      given.set(entry.role, entry);
    }
  }
  const recipients: SendRecipient[] = [];
  for (const role of form.roles) {
    const entry = given.get(role.role) ?? { role: role.role, email: '', name: '' };
    if (entry.faulty) continue;
    const problem = recipientProblem(role, entry);
    if (problem) problems.push(problem);
    else if (entry.email) {
      recipients.push({ role: role.role, email: entry.email, ...(entry.name && { name: entry.name }) });
    }
  }
  if (form.recipientsAs === 'list') return recipients;
  return Object.fromEntries(recipients.map(({ role, ...person }) => [role, person]));
}

/** The recipients in either form that the API takes: a list with roles, or an object keyed by role. */
function entriesOf(value: unknown, problems: string[]): Given[] {
  if (isEmpty(value)) return [];
  const listed = Array.isArray(value)
    ? value.map((entry) => [(entry as Partial<Given> | null)?.role, entry] as const)
    : typeof value === 'object'
      ? Object.entries(value as object)
      : undefined;
  if (!listed) {
    problems.push('The recipients must be a list of { role, email, name }, or an object keyed by role.');
    return [];
  }
  const entries: Given[] = [];
  for (const [role, entry] of listed) {
    if (isEmpty(entry) || isEmptyRow(entry)) continue;
    if (typeof role !== 'string' || role === '') {
      problems.push('A recipient has no role: give each entry the role it is for.');
    } else if (typeof entry === 'string') {
      entries.push({ role, email: entry.trim(), name: '' });
    } else if (typeof entry === 'object' && !Array.isArray(entry)) {
      const { email, name } = entry as Record<string, unknown>;
      const told = problems.length;
      entries.push({
        role,
        email: personText(role, 'e-mail address', email, problems),
        name: personText(role, 'name', name, problems),
        faulty: problems.length > told,
      });
    } else {
      problems.push(`The recipient for the role “${role}” must have an e-mail address and may have a name.`);
    }
  }
  return entries;
}

// What an address must have for any service to take it; the service itself judges the rest.
const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+$/u;

function recipientProblem(role: FormRole, { email, name }: Given): string | undefined {
  if (email) {
    return EMAIL.test(email)
      ? undefined
      : `“${email}” is not an e-mail address: give one for the role “${role.role}”, such as name@example.com.`;
  }
  if (role.required) {
    return `The role “${role.role}” has no recipient: give an e-mail address for it.`;
  }
  return name
    ? `The role “${role.role}” has a name (${name}) but no e-mail address: give one, or leave both out${
        role.assigned ? ` to send to ${role.assigned.name || role.assigned.email} as the template says` : ''
      }.`
    : undefined;
}

function unknownRole(form: SendForm, role: string): string {
  const names = form.roles.map((known) => `“${known.role}”`);
  return `The template “${form.templateName}” has no role “${role}”: ${
    names.length > 0 ? `use ${oneOf(names)}.` : 'it has no roles, so leave the recipient out.'
  }`;
}

function fieldsOf(
  form: SendForm,
  value: unknown,
  options: BuildOptions,
  problems: string[],
): [string, unknown][] {
  if (!isEmpty(value) && (typeof value !== 'object' || Array.isArray(value))) {
    problems.push('The fields must be an object with one value for each field.');
    return [];
  }
  const find = fieldFinder(form, options.labels ? 'label' : 'key');
  const given = new Map<InputField, unknown>();
  for (const [key, entry] of Object.entries(value ?? {})) {
    if (isEmpty(entry)) continue;
    const field = find(key);
    if (typeof field === 'string') problems.push(field);
    else if (given.has(field)) problems.push(`The field “${field.label}” is given twice: give it one value.`);
    else given.set(field, entry);
  }
  const fields: [string, unknown][] = [];
  for (const field of form.fields) {
    if (!given.has(field)) {
      if (field.required)
        problems.push(`The field “${field.label}” has no value: give one, as it is filled before sending.`);
      continue;
    }
    const result = fieldValue(field, given.get(field), options);
    if ('problem' in result) problems.push(result.problem);
    else if (!isEmpty(result.value)) fields.push([field.key, result.value]);
    else if (field.required)
      problems.push(`The field “${field.label}” has no value: give one, as it is filled before sending.`);
  }
  return fields;
}

/**
 * Finds a field by its key, by its long form `<role>::<name>`, or by its name where only one field has it; else says
 * why not, with the fields as `named`. A key saved earlier may have come to stand for several fields, or for none.
 */
function fieldFinder(form: SendForm, named: 'key' | 'label'): (key: string) => InputField | string {
  const byKey = new Map(form.fields.map((field) => [field.key, field]));
  const byLongKey = new Map<string, InputField>();
  const byName = new Map<string, InputField[]>();
  const nameOf = (field: InputField): string => `“${field[named] || field.key}”`;
  for (const field of form.fields) {
    if (field.role !== null) byLongKey.set(`${field.role}::${field.name}`, field);
    byName.set(field.name, [...(byName.get(field.name) ?? []), field]);
  }
  return (key) => {
    const found = byKey.get(key) ?? byLongKey.get(key);
    if (found) return found;
    const sameName = byName.get(key) ?? [];
    if (sameName.length === 1) return sameName[0]!;
    if (sameName.length > 1) {
      const keys = sameName.map(nameOf);
      return `“${key}” stands for ${sameName.length} fields of the template “${form.templateName}”: use ${oneOf(keys)} instead.`;
    }
    const known = form.fields.map(nameOf);
    return `The template “${form.templateName}” has no field “${key}” to fill when sending: ${
      known.length > 0 ? `use ${oneOf(known)}, or remove it.` : 'it has no fields to fill, so remove it.'
    }`;
  };
}

const MOST_NAMED = 12;

function oneOf(names: string[]): string {
  if (names.length > MOST_NAMED) {
    return `one of ${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;
  }
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** A row of a list that nobody filled in. */
function isEmptyRow(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && Object.values(entry).every(isEmpty);
}

/** A recipient's part as text. What is no text is a problem, not nothing: the document would go to someone else. */
function personText(role: string, what: string, value: unknown, problems: string[]): string {
  const single = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value;
  if (isEmpty(single)) return '';
  if (typeof single === 'string' || typeof single === 'number') return String(single).trim();
  problems.push(`The ${what} for the role “${role}” must be one text, not ${shown(single)}.`);
  return '';
}

/** A text of the request itself (section 8 has the limits, in characters). */
function limitedText(value: unknown, what: string, most: number, problems: string[]): string | undefined {
  if (isEmpty(value)) return undefined;
  if (typeof value === 'object') {
    problems.push(`${what} must be text: give it as one value, not as a list or an object.`);
    return undefined;
  }
  const text = String(value);
  const { length } = [...text];
  if (length > most) {
    problems.push(`${what} has ${length} characters and may have ${most}: shorten it.`);
    return undefined;
  }
  return text;
}

function switchOf(value: unknown, what: string, problems: string[]): boolean | undefined {
  if (isEmpty(value)) return undefined;
  const said = yesOrNo(value);
  if (said === null) problems.push(`${what} must be yes or no, not ${shown(value)}.`);
  return said ?? undefined;
}

function daysOf(value: unknown, what: string, problems: string[]): number | undefined {
  if (isEmpty(value)) return undefined;
  const days = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  if (Number.isInteger(days) && days >= 1 && days <= 365) return days;
  problems.push(`${what} must be a whole number from 1 to 365, not ${shown(value)}.`);
  return undefined;
}
