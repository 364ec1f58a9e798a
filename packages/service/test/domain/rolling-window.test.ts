import { RollingWindow } from '../../src/domain/rolling-window.ts';

test('allows the limit in any window, and says when more is possible', () => {
  const window = new RollingWindow(2, 60_000);
  expect(window.take('a', 0)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
  expect(window.take('a', 30_000)).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 30 });
  expect(window.take('a', 59_001)).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1 });
  expect(window.take('b', 59_001).allowed).toBe(true);
  expect(window.take('a', 60_000)).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 30 });
  expect(window.take('a', 61_000).allowed).toBe(false);
});

test('a refused use does not count, looking does not either', () => {
  const window = new RollingWindow(1, 1000);
  window.look('a', 0);
  expect(window.take('a', 0).allowed).toBe(true);
  for (let at = 1; at < 1000; at += 100) expect(window.take('a', at).allowed).toBe(false);
  expect(window.take('a', 1000).allowed).toBe(true);
});

test('survives a clock that is set back', () => {
  const window = new RollingWindow(1, 1000);
  window.take('a', 10_000_000);
  expect(window.take('a', 9_999_990).allowed).toBe(false);
  expect(window.take('a', 0).allowed).toBe(true);
});

test('forgets what has left the window', () => {
  const window = new RollingWindow(1_000_000, 1000);
  for (let at = 0; at < 10_000; at++) window.take('a', at);
  expect(window.take('a', 10_000).remaining).toBe(1_000_000 - 1000);
});
