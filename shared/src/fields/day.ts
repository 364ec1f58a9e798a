/** A calendar day: no time, no zone. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

const ISO_DAY =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]+\])?)?$/i;
/**
 * What `Date.prototype.toISOString` writes: text in this very form was a point in time. Midnight in UTC is left out: that
 * is how databases and sheets write a day without a time, and it stays the day that is written.
 */
const INSTANT = /^\d{4}-\d{2}-\d{2}T(?!00:00:00\.000Z)\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * The day that a value stands for, or null where it is none. Text is the day as written: `yyyy-MM-dd` (a time and an
 * offset after it change nothing) or the field's own format. A point in time, that is a Date or the text that
 * JavaScript writes for one, is the day it has in `timeZone`; without a time zone the day it has in UTC.
 */
export function dayOf(value: unknown, format: string | null, timeZone?: string): Day | null {
  if (isDate(value)) return dayIn(value, timeZone);
  if (isLuxon(value)) return real({ year: value.year, month: value.month, day: value.day });
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (INSTANT.test(text) && timeZone !== undefined) return dayIn(new Date(text), timeZone);
  const iso = ISO_DAY.exec(text);
  if (iso) return real({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  return format === null ? null : readDay(text, format);
}

/** Told by what it is, not by its class: an expression of a platform makes its dates in a realm of their own. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** Luxon's DateTime, which n8n's expressions give, told by its own mark. */
function isLuxon(value: unknown): value is Day {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { isLuxonDateTime?: unknown }).isLuxonDateTime === true
  );
}

function dayIn(date: Date, timeZone = 'UTC'): Day | null {
  if (Number.isNaN(date.getTime())) return null;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(date);
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value);
  return real({ year: part('year'), month: part('month'), day: part('day') });
}

const TOKEN = /'(?:[^']|'')*'|([yYuMdDEe])\1*|[^yYuMdDEe']+/g;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Reads a day in a pattern such as `MM/dd/yyyy`; a leading zero may be missing. */
export function readDay(text: string, format: string): Day | null {
  const fields: (keyof Day | 'monthName' | 'shortYear' | null)[] = [];
  let pattern = '';
  for (const token of format.match(TOKEN) ?? []) {
    const letter = token[0]!;
    if (/[yYu]/.test(letter)) {
      pattern += token.length === 2 ? '(\\d{2})' : '(\\d{4})';
      fields.push(token.length === 2 ? 'shortYear' : 'year');
    } else if (letter === 'M') {
      pattern += token.length > 2 ? '(\\p{L}+)\\.?' : '(\\d{1,2})';
      fields.push(token.length > 2 ? 'monthName' : 'month');
    } else if (letter === 'd' || letter === 'D') {
      pattern += '(\\d{1,2})';
      fields.push('day');
    } else if (letter === 'E' || letter === 'e') {
      pattern += '(\\p{L}+)\\.?';
      fields.push(null);
    } else {
      pattern += literal(token)
        .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
        .replace(/\s+/g, '\\s+');
    }
  }
  // Without separators the widths are what tells the parts apart.
  if (/^(?:\(\\d\{[^)]*\)){2,}/.test(pattern)) pattern = pattern.replaceAll('\\d{1,2}', '\\d{2}');
  const match = new RegExp(`^${pattern}$`, 'u').exec(text);
  if (!match) return null;
  const day: Partial<Day> = {};
  for (const [index, field] of fields.entries()) {
    const part = match[index + 1]!;
    if (field === 'monthName') day.month = monthNumber(part);
    else if (field === 'shortYear') day.year = 2000 + Number(part);
    else if (field !== null) day[field] = Number(part);
  }
  return day.year !== undefined && day.month !== undefined && day.day !== undefined ? real(day as Day) : null;
}

/** Writes a day in a pattern; null where the pattern holds more than year, month and day in digits. */
export function writeDay({ year, month, day }: Day, format: string): string | null {
  let text = '';
  const written = new Set<string>();
  for (const token of format.match(TOKEN) ?? []) {
    const letter = token[0]!;
    if (/[yYu]/.test(letter)) {
      // Two digits leave the century open.
      if (token.length === 2) return null;
      text += String(year).padStart(4, '0');
      written.add('y');
    } else if (letter === 'M') {
      if (token.length > 2) return null;
      text += String(month).padStart(token.length, '0');
      written.add('M');
    } else if (letter === 'd' || letter === 'D') {
      if (token.length > 2) return null;
      text += String(day).padStart(token.length, '0');
      written.add('d');
    } else if (letter === 'E' || letter === 'e') {
      return null;
    } else {
      text += literal(token);
    }
  }
  return written.size === 3 ? text : null;
}

/** `yyyy-MM-dd`, which every date field takes (section 2, Send request). */
export function isoDay({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function literal(token: string): string {
  return token.startsWith("'") && token.length > 1 ? token.slice(1, -1).replaceAll("''", "'") || "'" : token;
}

function monthNumber(name: string): number | undefined {
  const index = MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  return name.length >= 3 && index >= 0 ? index + 1 : undefined;
}

/** The day if the calendar has it: no 30 February. */
function real(day: Day): Day | null {
  const date = new Date(Date.UTC(2000, day.month - 1, day.day));
  date.setUTCFullYear(day.year, day.month - 1, day.day);
  const exists =
    day.year > 0 &&
    date.getUTCFullYear() === day.year &&
    date.getUTCMonth() === day.month - 1 &&
    date.getUTCDate() === day.day;
  return exists ? day : null;
}
