import { runInNewContext } from 'node:vm';
import { dayOf, readDay, writeDay } from '../../src/fields/day.ts';

const day = { year: 2026, month: 12, day: 24 };

test.each([
  ['2026-12-24', null],
  ['2026-12-24T23:30:00-11:00', null],
  ['2026-12-24T00:30:00+14:00', null],
  ['2026-12-24 08:00', null],
  ['2026-12-24T00:00:00+14', null],
  ['2026-12-24T00:00:00.000Z', null],
  ['2026-12-24T00:00:00.000+01:00[Europe/Berlin]', null],
  [' 2026-12-24 ', 'MM/dd/yyyy'],
  ['12/24/2026', 'MM/dd/yyyy'],
  ['24.12.2026', 'dd.MM.yyyy'],
  ['24.12.26', 'dd.MM.yy'],
  ['24-DEC-2026', 'dd-MMM-yyyy'],
  ['December 24, 2026', 'MMMM d, yyyy'],
  ['Thursday, 24 December 2026', 'EEEE, d MMMM yyyy'],
  ['24122026', 'ddMMyyyy'],
  ['24 de 12 de 2026', "dd 'de' MM 'de' yyyy"],
  ['24/12/2026', 'DD/MM/YYYY'],
])('%s in %s is that day, in every zone', (text, format) => {
  for (const timeZone of [undefined, 'Pacific/Kiritimati', 'Pacific/Niue', 'America/New_York']) {
    expect(dayOf(text, format, timeZone)).toEqual(day);
  }
});

test.each([
  ['1/5/2026', 'MM/dd/yyyy', { year: 2026, month: 1, day: 5 }],
  ['5.1.2026', 'dd.MM.yyyy', { year: 2026, month: 1, day: 5 }],
])('%s: a leading zero may be missing', (text, format, expected) => {
  expect(readDay(text, format)).toEqual(expected);
});

test.each([
  ['24.12.2026', 'MM/dd/yyyy'],
  ['12/24/2026', 'dd/MM/yyyy'],
  ['02/30/2026', 'MM/dd/yyyy'],
  ['2026-02-29', 'MM/dd/yyyy'],
  ['2026-13-01', null],
  ['tomorrow', 'MM/dd/yyyy'],
  ['46380', 'MM/dd/yyyy'],
  ['12/24/2026', null],
])('%s in %s is no day', (text, format) => {
  expect(dayOf(text, format)).toBeNull();
});

test('a Date is the day it has in the time zone', () => {
  const date = new Date('2026-12-24T03:00:00Z');
  expect(dayOf(date, null, 'America/New_York')).toEqual({ year: 2026, month: 12, day: 23 });
  expect(dayOf(date, null, 'Europe/Berlin')).toEqual(day);
  expect(dayOf(date, null)).toEqual(day);
  expect(dayOf(date.toISOString(), null, 'America/New_York')).toEqual({ year: 2026, month: 12, day: 23 });
  expect(dayOf(new Date(Number.NaN), null)).toBeNull();
  // Expressions make their dates in a realm of their own.
  expect(dayOf(runInNewContext("new Date('2026-12-24T03:00:00Z')"), null, 'Europe/Berlin')).toEqual(day);
});

test.each([
  ['MM/dd/yyyy', '01/05/2026'],
  ['d.M.yyyy', '5.1.2026'],
  ['yyyy年MM月dd日', '2026年01月05日'],
  ['dd.MM.yy', null],
  ['MMM d, yyyy', null],
  ['yyyy', null],
])('the 5th of January in %s is %s', (format, expected) => {
  expect(writeDay({ year: 2026, month: 1, day: 5 }, format)).toBe(expected);
});
