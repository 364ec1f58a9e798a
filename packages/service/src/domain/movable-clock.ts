import type { Clock } from './ports.ts';

/** A clock that keeps running but can be moved, for `/_local/clock` and tests. */
export interface MovableClock extends Clock {
  /** Milliseconds; negative to go back. */
  advance(ms: number): void;
  /** Milliseconds since 1970. */
  set(time: number): void;
  /** How far it is ahead of real time, in milliseconds. */
  offset(): number;
}

export function createMovableClock(realNow: () => number = Date.now): MovableClock {
  let offset = 0;
  return {
    now: () => realNow() + offset,
    advance: (ms) => void (offset += ms),
    set: (time) => void (offset = time - realNow()),
    offset: () => offset,
  };
}
