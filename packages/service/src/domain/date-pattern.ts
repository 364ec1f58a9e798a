/**
 * Dates as people write them in one field: patterns such as `MM/dd/yyyy`, `dd.MM.yyyy` or `d MMMM yyyy`.
 * Letters: `yyyy`, `yy` (20yy), `MMMM` and `MMM` (English month names), `MM`, `M`, `dd`, `d`; `'…'` stands for itself,
 * and so does every other character.
 */

export interface CalendarDate {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export const ISO_DATE_PATTERN = 'yyyy-MM-dd';

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

type Part = 'yyyy' | 'yy' | 'MMMM' | 'MMM' | 'MM' | 'M' | 'dd' | 'd' | { literal: string };

interface Pattern {
  parts: Part[];
  expression: RegExp;
  /** The same for a JSON Schema. */
  source: string;
}

const EXPRESSIONS: Record<Exclude<Part, object>, string> = {
  yyyy: '\\d{4}',
  yy: '\\d{2}',
  MMMM: `(?:${MONTHS.join('|')})`,
  MMM: `(?:${MONTHS.map((month) => month.slice(0, 3)).join('|')})`,
  MM: '\\d{2}',
  M: '\\d{1,2}',
  dd: '\\d{2}',
  d: '\\d{1,2}',
};

const compiled = new Map<string, Pattern>();

function compile(pattern: string): Pattern {
  const known = compiled.get(pattern);
  if (known) return known;
  const parts: Part[] = [];
  let source = '';
  let capturing = '';
  for (const [token] of pattern.matchAll(/yyyy|yy|MMMM|MMM|MM|M|dd|d|'[^']*'|[^yMd']+|./gu)) {
    if (token in EXPRESSIONS) {
      const part = token as Exclude<Part, object>;
      parts.push(part);
      source += EXPRESSIONS[part];
      capturing += `(${EXPRESSIONS[part]})`;
    } else {
      const literal = token.length > 1 && token.startsWith("'") ? token.slice(1, -1) : token;
      parts.push({ literal });
      const escaped = literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      source += escaped;
      capturing += escaped;
    }
  }
  const made = { parts, expression: new RegExp(`^${capturing}$`, 'i'), source: `^${source}$` };
  compiled.set(pattern, made);
  return made;
}

/** The form of `pattern` as a regular expression for a JSON Schema; whether the day exists it cannot tell. */
export function dateExpression(pattern: string): string {
  return compile(pattern).source;
}

/** True for days that exist: 29 February only in leap years. */
export function isRealDate({ year, month, day }: CalendarDate): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] as number);
}

/** Reads `text` by `pattern`; null when it has another form or the day does not exist. */
export function parseDate(pattern: string, text: string): CalendarDate | null {
  const { parts, expression } = compile(pattern);
  const match = expression.exec(text);
  if (!match) return null;
  const date: CalendarDate = { year: 2000, month: 1, day: 1 };
  let group = 0;
  for (const part of parts) {
    if (typeof part === 'object') continue;
    const found = match[++group] as string;
    if (part === 'yyyy') date.year = Number(found);
    else if (part === 'yy') date.year = 2000 + Number(found);
    else if (part === 'dd' || part === 'd') date.day = Number(found);
    else if (part === 'MM' || part === 'M') date.month = Number(found);
    else
      date.month =
        MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === found.slice(0, 3).toLowerCase()) + 1;
  }
  return isRealDate(date) ? date : null;
}

/** Writes `date` by `pattern`. */
export function formatDate(pattern: string, { year, month, day }: CalendarDate): string {
  const name = MONTHS[month - 1] as string;
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  return compile(pattern)
    .parts.map((part) => {
      if (typeof part === 'object') return part.literal;
      if (part === 'yyyy') return digits(year, 4);
      if (part === 'yy') return digits(year % 100, 2);
      if (part === 'MMMM') return name;
      if (part === 'MMM') return name.slice(0, 3);
      if (part === 'MM') return digits(month, 2);
      if (part === 'M') return String(month);
      return part === 'dd' ? digits(day, 2) : String(day);
    })
    .join('');
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;

/** Milliseconds since 1970 of an ISO 8601 date-time with `Z` or an offset (RFC 3339); null for anything else. */
export function parseDateTime(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second, offsetHours = 0, offsetMinutes = 0] = match
    .slice(1)
    .map((digits) => (digits === undefined ? undefined : Number(digits))) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number?,
    number?,
  ];
  if (!isRealDate({ year, month, day })) return null;
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return null;
  const time = Date.parse(text.toUpperCase());
  return Number.isNaN(time) ? null : time;
}
