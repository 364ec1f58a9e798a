/**
 * Which events were handed over already (section 6, delivery rule 4: an event keeps its id on every delivery). Bounded
 * in number and in time: the oldest are forgotten first. An id is remembered only after its event was handed over, and
 * while that is under way a second delivery of it is told apart as `under way`.
 */
export class SeenEvents {
  readonly #most: number;
  readonly #seconds: number;
  readonly #handedOver: Map<string, number>;
  readonly #underWay = new Set<string>();

  /**
   * @param saved what `save` gave earlier
   * @param most how many ids are kept
   * @param seconds how long an id is kept
   */
  constructor(saved: Record<string, number> = {}, { most = 10_000, seconds = 7 * 24 * 3600 } = {}) {
    this.#most = most;
    this.#seconds = seconds;
    this.#handedOver = new Map(Object.entries(saved).sort(([, a], [, b]) => a - b));
  }

  /** `new` marks the event as under way: call `done` or `failed` next. `now` in Unix seconds. */
  begin(id: string, now: number): 'new' | 'under way' | 'seen' {
    this.#forgetBefore(now - this.#seconds);
    if (this.#handedOver.has(id)) return 'seen';
    if (this.#underWay.has(id)) return 'under way';
    this.#underWay.add(id);
    return 'new';
  }

  /** The event was handed over: repeats of it are `seen` from now on. */
  done(id: string, now: number): void {
    this.#underWay.delete(id);
    this.#handedOver.delete(id);
    this.#handedOver.set(id, now);
    for (const oldest of this.#handedOver.keys()) {
      if (this.#handedOver.size <= this.#most) break;
      this.#handedOver.delete(oldest);
    }
  }

  /** The event was not handed over: its next delivery is `new` again. */
  failed(id: string): void {
    this.#underWay.delete(id);
  }

  /** The ids with the times they were handed over at, for keeping elsewhere. */
  save(): Record<string, number> {
    return Object.fromEntries(this.#handedOver);
  }

  #forgetBefore(time: number): void {
    for (const [id, at] of this.#handedOver) {
      if (at > time) return;
      this.#handedOver.delete(id);
    }
  }
}
