import { pointInTime } from '../../../../nodes/DocumentSigning/actions/point-in-time.ts';

describe('pointInTime', () => {
  it.each([
    ['2026-07-01T12:00:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-01-01', 'Europe/Berlin', '2025-12-31T23:00:00.000Z'],
    ['2026-01-01 08:30', 'America/New_York', '2026-01-01T13:30:00.000Z'],
    ['2026-01-01T00:00:00.250', 'Asia/Kolkata', '2025-12-31T18:30:00.250Z'],
    // On both sides of the hours when the clocks are changed.
    ['2026-03-29T01:59:00', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:01:00', 'Europe/Berlin', '2026-03-29T01:01:00.000Z'],
    ['2026-10-25T03:30:00', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ])('text without an offset, %s in %s', (text, zone, expected) => {
    expect(pointInTime(text, zone)).toBe(expected);
  });

  it.each([
    ['2026-07-01T12:00:00Z', '2026-07-01T12:00:00.000Z'],
    ['2026-07-01T12:00:00.000+02:00', '2026-07-01T10:00:00.000Z'],
    [new Date('2026-07-01T12:00:00Z'), '2026-07-01T12:00:00.000Z'],
    [Date.UTC(2026, 6, 1), '2026-07-01T00:00:00.000Z'],
  ])('a point in time, %s', (value, expected) => {
    expect(pointInTime(value, 'Pacific/Kiritimati')).toBe(expected);
  });

  it.each(['soon', '', {}, null, '2026-13-40', new Date(Number.NaN)])('none: %s', (value) => {
    expect(pointInTime(value, 'UTC')).toBeNull();
  });
});
