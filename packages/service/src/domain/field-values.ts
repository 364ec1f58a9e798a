import { formatDate, ISO_DATE_PATTERN, parseDate } from './date-pattern.ts';
import type { FieldValue, TemplateField } from './types.ts';

/**
 * Values as callers and recipients give them, made into values as the service stores them (`FieldValue`). Problems are
 * whole sentences that name the field and say what to do.
 */

export type Normalised = { value: FieldValue } | { problem: string };

/** Empty values are left out when sending, and the template's value stays (section 2, Send request). */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.every(isEmptyValue);
}

/** The date pattern of a field; one that has none takes `yyyy-MM-dd`. */
export function datePattern(field: Pick<TemplateField, 'format'>): string {
  return field.format || ISO_DATE_PATTERN;
}

/**
 * Control characters, NUL among them, and halves of characters (lone surrogates), that no page, mail or PDF can show.
 * Tab and line breaks are text.
 */
export function hasControlCharacter(text: string): boolean {
  return /(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(text);
}

/** False for what cannot stand in one line, such as the subject of a mail: the above, tabs and every line break. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** A value in a sentence: as JSON, shortened. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : text;
}

export function choices(options: readonly string[]): string {
  const shown = options.slice(0, 20).map((option) => JSON.stringify(option));
  return options.length > shown.length
    ? `${shown.join(', ')} and ${options.length - shown.length} more`
    : shown.join(', ');
}

/** Checks and normalises a value that is not empty for `field`, named `key` in sentences. */
export function normaliseValue(field: TemplateField, key: string, value: unknown): Normalised {
  const name = `Field ${JSON.stringify(key)}`;
  if (typeof value === 'string' && hasControlCharacter(value)) {
    return { problem: `${name} contains a control character that cannot be printed; remove it.` };
  }
  switch (field.type) {
    case 'text':
      return typeof value === 'string'
        ? { value }
        : { problem: `${name} takes text; ${quoted(value)} is not text.` };
    case 'number':
      return normaliseNumber(name, value);
    case 'date':
      return normaliseDate(field, name, value);
    case 'dropdown':
    case 'radio':
      return typeof value === 'string' && field.options.includes(value)
        ? { value }
        : { problem: `${name} takes one of ${choices(field.options)}; ${quoted(value)} is not one of them.` };
    case 'checkbox':
      return field.options.length > 0 ? normaliseChoices(field, name, value) : normaliseTick(name, value);
    case 'signature':
    case 'picture':
    case 'attachment':
      return { problem: `${name} is a ${field.type} and takes no value when sending; leave it out.` };
  }
}

function normaliseNumber(name: string, value: unknown): Normalised {
  if (typeof value === 'number' && Number.isFinite(value)) return { value };
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
      const digits = text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '');
      if (digits.length > 15) {
        return {
          problem: `${name} takes a number of at most 15 digits; ${quoted(value)} has ${digits.length}.`,
        };
      }
      const number = Number(text);
      if (Number.isFinite(number)) return { value: number };
    }
  }
  return { problem: `${name} takes a number, with a point for decimals; ${quoted(value)} is not one.` };
}

function normaliseDate(field: TemplateField, name: string, value: unknown): Normalised {
  const pattern = datePattern(field);
  if (typeof value === 'string') {
    const text = value.trim();
    const date = parseDate(pattern, text) ?? parseDate(ISO_DATE_PATTERN, text);
    if (date) return { value: formatDate(pattern, date) };
  }
  const forms = pattern === ISO_DATE_PATTERN ? pattern : `${pattern} or ${ISO_DATE_PATTERN}`;
  return { problem: `${name} takes a date that exists, written ${forms}; ${quoted(value)} is not one.` };
}

function normaliseChoices(field: TemplateField, name: string, value: unknown): Normalised {
  if (!Array.isArray(value)) {
    return {
      problem: `${name} takes a list of choices out of ${choices(field.options)}; ${quoted(value)} is not a list.`,
    };
  }
  const given = value.filter((choice: unknown) => !isEmptyValue(choice)) as unknown[];
  const wrong = given.filter((choice) => typeof choice !== 'string' || !field.options.includes(choice));
  if (wrong.length > 0) {
    return {
      problem: `${name} takes choices out of ${choices(field.options)}; ${wrong.map(quoted).join(', ')} ${wrong.length === 1 ? 'is' : 'are'} not among them.`,
    };
  }
  const twice = given.find((choice, index) => given.indexOf(choice) !== index);
  if (twice !== undefined) return { problem: `${name} has the choice ${quoted(twice)} twice; give it once.` };
  // In the template's order, so that the same ticks always read the same.
  return { value: field.options.filter((option) => given.includes(option)) };
}

function normaliseTick(name: string, value: unknown): Normalised {
  return typeof value === 'boolean'
    ? { value }
    : { problem: `${name} takes true or false; ${quoted(value)} is neither.` };
}
