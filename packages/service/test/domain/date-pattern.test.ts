import { dateExpression, formatDate, parseDate, parseDateTime } from '../../src/domain/date-pattern.ts';

test.each([
  ['MM/dd/yyyy', '02/28/2026', { year: 2026, month: 2, day: 28 }],
  ['dd.MM.yyyy', '29.02.2028', { year: 2028, month: 2, day: 29 }],
  ['d. MMMM yyyy', '3. march 2026', { year: 2026, month: 3, day: 3 }],
  ['d MMM yy', '31 Dec 26', { year: 2026, month: 12, day: 31 }],
  ["yyyy 'day' dd MM", '2026 day 05 11', { year: 2026, month: 11, day: 5 }],
])('%s reads %s', (pattern, text, date) => {
  expect(parseDate(pattern, text)).toEqual(date);
  expect(parseDate(pattern, formatDate(pattern, date))).toEqual(date);
});

test.each([
  ['MM/dd/yyyy', '^\\d{2}/\\d{2}/\\d{4}$', '02/28/2026', '2/28/2026'],
  ['dd.MM.yyyy', '^\\d{2}\\.\\d{2}\\.\\d{4}$', '28.02.2026', '28x02x2026'],
  ['d MMM yy', expect.stringContaining('(?:Jan|Feb|'), '3 Mar 26', '3 Mrz 26'],
  ["yyyy 'day' dd MM", '^\\d{4} day \\d{2} \\d{2}$', '2026 day 05 11', '2026 day 5 11'],
])('%s as an expression for schemas', (pattern, expression, right, wrong) => {
  expect(dateExpression(pattern)).toEqual(expression);
  expect(right).toMatch(new RegExp(dateExpression(pattern), 'u'));
  expect(wrong).not.toMatch(new RegExp(dateExpression(pattern), 'u'));
});

test.each([
  ['MM/dd/yyyy', '13/01/2026'],
  ['MM/dd/yyyy', '02/29/2026'],
  ['MM/dd/yyyy', '2/3/2026'],
  ['dd.MM.yyyy', '31.04.2026'],
  ['dd.MM.yyyy', '31x12x2026'],
  ['yyyy-MM-dd', '2026-02-30'],
  ['yyyy-MM-dd', '0000-01-01'],
  ['yyyy-MM-dd', '2026-01-01T00:00:00Z'],
])('%s does not read %s', (pattern, text) => {
  expect(parseDate(pattern, text)).toBeNull();
});

test('date-times need an offset and a real day', () => {
  expect(parseDateTime('2026-01-01T00:00:00Z')).toBe(Date.UTC(2026, 0, 1));
  expect(parseDateTime('2026-01-01T02:00:00.5+02:00')).toBe(Date.UTC(2026, 0, 1) + 500);
  for (const text of [
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    'today',
    '',
  ]) {
    expect(parseDateTime(text)).toBeNull();
  }
});
