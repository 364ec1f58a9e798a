import { dayOf, isDate, isoDay, writeDay } from './day.ts';
import type { Choice, InputField } from './form.ts';

export interface ValueOptions {
  /** IANA name: the zone in which a point in time (a Date) is taken for a date field. Days given as text need none. */
  timeZone?: string;
}

type Result = { value: unknown } | { problem: string };

/** True for what counts as nothing given: null, undefined, blank text, a list of nothing. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.every(isEmpty))
  );
}

/** What is sent for what a user gave for a field, or the problem with it in one sentence. `value` is not empty. */
export function fieldValue(field: InputField, value: unknown, options: ValueOptions): Result {
  switch (field.kind) {
    case 'boolean':
      return booleanValue(field, value);
    case 'number':
      return numberValue(field, value);
    case 'date':
      return dateValue(field, value, options);
    case 'choice':
      return choiceValue(field, value);
    case 'choices':
      return choicesValue(field, value);
    case 'text':
      return textValue(field, value);
  }
}

const YES = new Set(['true', 'yes', 'y', 'on', '1']);
const NO = new Set(['false', 'no', 'n', 'off', '0']);

/** What a value says, as a boolean or in words (yes, no, on, off, 1, 0 …); null where it says neither. */
export function yesOrNo(value: unknown): boolean | null {
  const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
  return YES.has(text) ? true : NO.has(text) ? false : null;
}

function booleanValue(field: InputField, value: unknown): Result {
  const said = yesOrNo(value);
  return said === null
    ? { problem: `${shown(value)} is neither yes nor no for the field “${field.label}”: give true or false.` }
    : { value: said };
}

function numberValue(field: InputField, value: unknown): Result {
  const text = typeof value === 'string' ? value.trim() : value;
  const isNumber =
    typeof text === 'number'
      ? Number.isFinite(text)
      : typeof text === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text);
  if (!isNumber || !Number.isFinite(Number(text))) {
    return {
      problem: `${shown(value)} is not a number for the field “${field.label}”: give digits, with a point before decimals, such as 1250.50.`,
    };
  }
  const number = Number(text);
  if (field.sendAs === 'integer' && !Number.isInteger(number)) {
    return {
      problem: `${shown(value)} is not a whole number for the field “${field.label}”: give one without decimals.`,
    };
  }
  return { value: field.sendAs === 'string' ? String(text) : number };
}

function dateValue(field: InputField, value: unknown, { timeZone }: ValueOptions): Result {
  const day = dayOf(value, field.format, timeZone);
  if (!day) {
    const example = { year: 2026, month: 12, day: 24 };
    const own = field.format === null ? null : writeDay(example, field.format);
    const forms = [...new Set([field.format ?? 'yyyy-MM-dd', 'yyyy-MM-dd'])].join(' or ');
    const examples = [...new Set([own ?? isoDay(example), isoDay(example)])].join(' or ');
    return {
      problem: `${shown(value)} is not a date for the field “${field.label}”: write it as ${forms}, such as ${examples}.`,
    };
  }
  // The API takes either form of a day; a schema with a pattern may take only one of them.
  const forms = [field.format === null ? null : writeDay(day, field.format), isoDay(day)].filter(
    (form): form is string => form !== null,
  );
  return { value: forms.find((form) => fits(form, field.pattern)) ?? forms[0] };
}

function choiceValue(field: InputField, value: unknown): Result {
  const single = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value;
  const choice = findChoice(field.choices, single);
  return choice ? { value: choice.value } : { problem: notAChoice(field, [single]) };
}

function choicesValue(field: InputField, value: unknown): Result {
  // An item of a list may itself be several choices in one text, where one mapped value fills a list of inputs.
  const items = listOf(field.choices, value)?.flatMap((item) =>
    typeof item === 'string' ? (listOf(field.choices, item) ?? [item]) : [item],
  );
  if (!items) {
    return {
      problem: `${shown(value)} is not a list of choices for the field “${field.label}”: give a list, or choices with commas between.`,
    };
  }
  const found = items.map((item) => findChoice(field.choices, item));
  const unknown = items.filter((_, index) => !found[index]);
  if (unknown.length > 0) return { problem: notAChoice(field, unknown) };
  return { value: [...new Set(found.map((choice) => choice!.value))] };
}

/**
 * The choices in what a user gave: a list, a JSON list, one choice a line, or choices with commas between. A choice
 * that itself holds a comma stays whole, as the longest run of parts that is a choice counts as one.
 */
function listOf(choices: Choice[], value: unknown): unknown[] | null {
  if (Array.isArray(value)) return (value as unknown[]).filter((item) => !isEmpty(item));
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (findChoice(choices, text)) return [text];
  if (text.startsWith('[')) {
    const parsed = parseList(text);
    if (parsed) return parsed.filter((item) => !isEmpty(item));
  }
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .flatMap((line) => splitAtCommas(choices, line));
}

function parseList(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? (parsed as unknown[]) : null;
  } catch {
    return null;
  }
}

function splitAtCommas(choices: Choice[], line: string): string[] {
  const parts = line.split(',');
  const items: string[] = [];
  let from = 0;
  while (from < parts.length) {
    let to = parts.length;
    while (to > from + 1 && !findChoice(choices, parts.slice(from, to).join(','))) to--;
    items.push(parts.slice(from, to).join(',').trim());
    from = to;
  }
  return items.filter((item) => item !== '');
}

/** The choice that was meant: by its value or its label, as written; blanks around it do not count. */
function findChoice(choices: Choice[], given: unknown): Choice | undefined {
  if (typeof given === 'object' || given === undefined) return undefined;
  const text = String(given);
  return (
    choices.find(({ value }) => value === given) ??
    choices.find(({ value }) => String(value) === text) ??
    choices.find(({ label }) => label === text) ??
    choices.find(({ value, label }) => String(value).trim() === text.trim() || label.trim() === text.trim())
  );
}

const MOST_SHOWN = 20;

function notAChoice(field: InputField, given: unknown[]): string {
  const names = field.choices.map(({ label }) => `“${label}”`);
  const choices =
    names.length > MOST_SHOWN
      ? `${names.slice(0, MOST_SHOWN).join(', ')} and ${names.length - MOST_SHOWN} more`
      : names.join(', ');
  return `${given.map(shown).join(', ')} ${given.length === 1 ? 'is not a choice' : 'are not choices'} of the field “${field.label}”: choose from ${choices}.`;
}

function textValue(field: InputField, value: unknown): Result {
  if (field.sendAs === 'list') {
    return { value: listOf([], value) ?? [String(value)] };
  }
  const text = isDate(value) && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (typeof text === 'object') {
    return { problem: `The field “${field.label}” takes text, not a list or an object: give one value.` };
  }
  const written = String(text);
  const { length } = [...written];
  if (field.maxLength !== null && length > field.maxLength) {
    return {
      problem: `The text for the field “${field.label}” has ${length} characters and may have ${field.maxLength}: shorten it.`,
    };
  }
  return { value: written };
}

function fits(text: string, pattern: string | null): boolean {
  if (pattern === null) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** A value as a message shows it: short, in quotation marks. */
export function shown(value: unknown): string {
  const text = typeof value === 'object' && !isDate(value) ? JSON.stringify(value) : String(value);
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}
