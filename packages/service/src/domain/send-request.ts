import { fieldKeys, nearest } from './field-keys.ts';
import {
  choices,
  hasControlCharacter,
  isEmptyValue,
  isOneLine,
  normaliseValue,
  quoted,
} from './field-values.ts';
import { characters, LIMITS } from './limits.ts';
import type { FieldValue, Role, Template, TemplateField } from './types.ts';

/** What POST /templates/{id}/send takes (section 2, Send request), after its types and lengths are checked. */
export interface SendRequest {
  recipients?: unknown;
  fields?: unknown;
  name?: string;
  note?: string;
  reference?: string;
  sendInOrder?: boolean;
  expiresInDays?: number;
  sendEmails?: boolean;
}

/** Recipients and values of a send request, matched with the template; usable when `problems` is empty. */
export interface MatchedRequest {
  /** By role. */
  recipients: Map<string, { name: string; email: string }>;
  values: Map<TemplateField, FieldValue>;
  /** One sentence each. */
  problems: string[];
}

/** Suggesting a nearest key costs a comparison with every field; a request full of unknown keys gets only so many. */
const SUGGESTIONS_AT_MOST = 20;

export function matchSendRequest(template: Template, request: SendRequest): MatchedRequest {
  const problems: string[] = [];
  for (const key of ['name', 'note', 'reference'] as const) {
    const text: unknown = request[key];
    if (typeof text === 'string') problems.push(...checkDocumentText(key, text));
  }
  const recipients = matchRecipients(template.roles, request.recipients, problems);
  const values = matchFields(template.fields, request.fields, problems);
  return { recipients, values, problems };
}

function matchRecipients(
  roles: readonly Role[],
  given: unknown,
  problems: string[],
): MatchedRequest['recipients'] {
  const matched: MatchedRequest['recipients'] = new Map();
  const named = new Set<string>();
  const byName = new Map(roles.map((role) => [role.role, role]));
  for (const [role, entry, where] of recipientEntries(given, problems)) {
    if (!byName.has(role)) {
      const [close] = nearest(role, byName.keys());
      const meant =
        close === undefined
          ? `The roles are ${choices([...byName.keys()])}.`
          : `Did you mean ${quoted(close)}?`;
      problems.push(`The template has no role ${quoted(role)}. ${meant}`);
      continue;
    }
    if (named.has(role)) {
      problems.push(`Role ${quoted(role)} is given more than one recipient; give one.`);
      continue;
    }
    named.add(role);
    const person = checkPerson(role, where, entry, problems);
    if (person) matched.set(role, person);
  }
  for (const role of roles) {
    if (role.assigned) {
      if (!named.has(role.role)) matched.set(role.role, { ...role.assigned });
    } else if (!named.has(role.role)) {
      problems.push(
        `Role ${quoted(role.role)} has no recipient; give one with an email address in "recipients".`,
      );
    }
  }
  return matched;
}

type Entry = [role: string, entry: Record<string, unknown>, where: string];

/** Both accepted forms as one: an array of entries with `role`, or an object keyed by role. */
function recipientEntries(given: unknown, problems: string[]): Entry[] {
  const entries: Entry[] = [];
  if (given === undefined) return entries;
  if (Array.isArray(given)) {
    given.forEach((entry: unknown, index) => {
      const where = `recipients[${index}]`;
      if (!isRecord(entry)) {
        problems.push(`${where} must be an object with "role" and "email"; ${quoted(entry)} is not one.`);
      } else if (typeof entry['role'] !== 'string' || entry['role'] === '') {
        problems.push(`${where} must say in "role" which role of the template it is for.`);
      } else {
        entries.push([entry['role'], entry, where]);
      }
    });
  } else if (isRecord(given)) {
    for (const [role, entry] of Object.entries(given)) {
      const where = `recipients[${quoted(role)}]`;
      if (!isRecord(entry)) {
        problems.push(`${where} must be an object with "email"; ${quoted(entry)} is not one.`);
      } else if (entry['role'] !== undefined && entry['role'] !== role) {
        problems.push(`${where} says "role": ${quoted(entry['role'])}; leave it out, the key is the role.`);
      } else {
        entries.push([role, entry, where]);
      }
    }
  } else {
    problems.push(
      `"recipients" must be an array of entries or an object keyed by role; ${quoted(given)} is neither.`,
    );
  }
  return entries;
}

function checkPerson(
  role: string,
  where: string,
  entry: Record<string, unknown>,
  problems: string[],
): { name: string; email: string } | null {
  const before = problems.length;
  const { email, name = '' } = entry;
  for (const key of Object.keys(entry)) {
    if (!['role', 'email', 'name'].includes(key)) {
      problems.push(`${where} has an unknown property ${quoted(key)}; it takes "role", "email" and "name".`);
    }
  }
  problems.push(...checkEmail(role, email), ...checkName(role, name));
  return problems.length === before ? { name: (name as string).trim(), email: email as string } : null;
}

/** Problems with the characters of a document's texts; a note may have several lines. */
export function checkDocumentText(key: 'name' | 'note' | 'reference', text: string): string[] {
  if (hasControlCharacter(text)) {
    return [`"${key}" contains a control character or half a character that cannot be printed; remove it.`];
  }
  if (key === 'note' || isOneLine(text)) return [];
  return [
    `"${key}" must be one line; it contains a line break or tab, which is a control character; remove it.`,
  ];
}

/** Problems of a recipient's e-mail address; none when it is fine. */
export function checkEmail(role: string, email: unknown): string[] {
  if (isEmptyValue(email)) return [`The recipient for role ${quoted(role)} has no email address; give one.`];
  if (typeof email === 'string' && isEmail(email)) return [];
  return [
    `The email address of role ${quoted(role)} must have the form name@example.com; ${quoted(email)} has not.`,
  ];
}

export function checkName(role: string, name: unknown): string[] {
  if (typeof name !== 'string')
    return [`The name of role ${quoted(role)} must be text; ${quoted(name)} is not.`];
  if (hasControlCharacter(name) || /[\r\n]/.test(name)) {
    return [`The name of role ${quoted(role)} must be one line without control characters.`];
  }
  const length = characters(name);
  return length <= LIMITS.recipientName
    ? []
    : [
        `The name of role ${quoted(role)} may have at most ${LIMITS.recipientName} characters; it has ${length}.`,
      ];
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

function isEmail(text: string): boolean {
  return text.length <= LIMITS.email && EMAIL.test(text);
}

function matchFields(
  fields: readonly TemplateField[],
  given: unknown,
  problems: string[],
): MatchedRequest['values'] {
  const values: MatchedRequest['values'] = new Map();
  const keys = fieldKeys(fields);
  const named = new Map<TemplateField, string>();
  if (given !== undefined && !isRecord(given)) {
    problems.push(`"fields" must be an object of values keyed by field name; ${quoted(given)} is not one.`);
  }
  let suggestions = 0;
  for (const [key, value] of isRecord(given) ? Object.entries(given) : []) {
    // An unknown key is a mistake even without a value: the caller believes in a field that is not there.
    const found = keys.find(key, suggestions < SUGGESTIONS_AT_MOST);
    if ('ambiguous' in found) {
      problems.push(`Several roles have a field ${quoted(key)}; say which one: ${choices(found.ambiguous)}.`);
      continue;
    }
    if ('unknown' in found) {
      suggestions++;
      const meant =
        found.unknown.length > 0 ? ` Did you mean ${found.unknown.map(quoted).join(' or ')}?` : '';
      problems.push(`The template has no field ${quoted(key)}.${meant}`);
      continue;
    }
    const { field } = found;
    if (isEmptyValue(value)) continue;
    const earlier = named.get(field);
    if (earlier !== undefined) {
      problems.push(`Field ${quoted(key)} is given twice, also as ${quoted(earlier)}; give it once.`);
      continue;
    }
    named.set(field, key);
    if (!field.fillable) {
      problems.push(
        `Field ${quoted(key)} (${field.type}) cannot be given a value when sending; leave it out.`,
      );
      continue;
    }
    const normalised = normaliseValue(field, key, value);
    if ('problem' in normalised) problems.push(normalised.problem);
    else values.set(field, normalised.value);
  }
  for (const field of fields) {
    if (mustBeGiven(field) && !named.has(field)) {
      problems.push(`Field ${quoted(keys.keyOf(field))} is required and has no value; give one in "fields".`);
    }
  }
  return values;
}

/** Required fields that the template fills before sending and has no value for (section 2, semantics of `fields`). */
export function mustBeGiven(field: TemplateField): boolean {
  return field.role === null && field.required && field.fillable && isEmptyValue(field.default);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
