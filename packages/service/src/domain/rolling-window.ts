/** What is left of a limit for one key. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds, at least 1, until the oldest counted use leaves the window. */
  resetSeconds: number;
}

interface Uses {
  /** Milliseconds, ascending; several uses in one millisecond share an entry, so that memory stays bounded. */
  times: number[];
  counts: number[];
  first: number;
  total: number;
}

/** At most `limit` uses per key in any `windowMs` (section 8). Times are the caller's clock, in milliseconds. */
export class RollingWindow {
  readonly limit: number;
  private readonly windowMs: number;
  private readonly uses = new Map<string, Uses>();

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /** Counts one use if the limit allows it; a use that is refused does not count. */
  take(key: string, at: number): Allowance {
    const { uses, now } = this.current(key, at);
    const allowed = uses.total < this.limit;
    if (allowed) {
      const last = uses.times.length - 1;
      if (last >= uses.first && uses.times[last] === now) {
        uses.counts[last] = (uses.counts[last] as number) + 1;
      } else {
        uses.times.push(now);
        uses.counts.push(1);
      }
      uses.total++;
    }
    return this.allowance(uses, now, allowed);
  }

  /** What a use would be answered now, without counting it. */
  look(key: string, at: number): Allowance {
    const { uses, now } = this.current(key, at);
    return this.allowance(uses, now, uses.total < this.limit);
  }

  clear(): void {
    this.uses.clear();
  }

  /** The uses still in the window, and a time that never runs backwards. */
  private current(key: string, at: number): { uses: Uses; now: number } {
    let uses = this.uses.get(key);
    const last = uses?.times.at(-1) ?? at;
    if (!uses || last > at + this.windowMs) {
      // A clock that was set far back leaves uses in the future that would count for longer than the window.
      uses = { times: [], counts: [], first: 0, total: 0 };
      this.uses.set(key, uses);
    }
    const now = Math.max(at, uses.times.at(-1) ?? at);
    while (uses.first < uses.times.length && (uses.times[uses.first] as number) <= now - this.windowMs) {
      uses.total -= uses.counts[uses.first] as number;
      uses.first++;
    }
    if (uses.first > 1000 && uses.first * 2 > uses.times.length) {
      uses.times = uses.times.slice(uses.first);
      uses.counts = uses.counts.slice(uses.first);
      uses.first = 0;
    }
    return { uses, now };
  }

  private allowance(uses: Uses, now: number, allowed: boolean): Allowance {
    const oldest = uses.times[uses.first];
    const resetMs = oldest === undefined ? this.windowMs : oldest + this.windowMs - now;
    return {
      allowed,
      limit: this.limit,
      remaining: Math.max(0, this.limit - uses.total),
      resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    };
  }
}
