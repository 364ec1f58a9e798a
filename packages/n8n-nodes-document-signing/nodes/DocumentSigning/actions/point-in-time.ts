const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?$/;

/**
 * A time as the API takes it, ISO 8601 in UTC (section 1), or null where the value is none. Text without an offset, as
 * n8n's date picker gives it, is a time in the workflow's time zone.
 */
export function pointInTime(value: unknown, timeZone: string): string | null {
  const local = typeof value === 'string' ? LOCAL.exec(value.trim()) : null;
  if (local) return inZone(`${local[1]}T${local[2] ?? '00:00'}`, timeZone);
  const isPoint = typeof value === 'number' || typeof value === 'string' || isDate(value);
  const date = isPoint ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Also for dates that an expression made, in a realm of their own. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

function inZone(local: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const first = asUtc - offsetAt(asUtc, timeZone);
  // The offset of the moment itself: it may differ from the first guess where the clocks are changed.
  return new Date(asUtc - offsetAt(first, timeZone)).toISOString();
}

/** By how many milliseconds a zone is ahead of UTC at a moment. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value);
  const there = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return there - Math.floor(moment / 1000) * 1000;
}
