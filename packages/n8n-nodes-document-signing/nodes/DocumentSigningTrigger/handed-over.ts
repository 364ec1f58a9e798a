import { SeenEvents } from '@document-signing/shared';

/**
 * Which events of a webhook started the workflow already. A delivery of an event whose earlier delivery is still under
 * way waits for its outcome: it is a repeat only once the earlier one was handed over.
 */
export class HandedOver {
  readonly #seen: SeenEvents;
  readonly #underWay = new Map<string, Promise<void>>();
  /** Handed over just now, with nobody knowing yet whether it was taken. */
  readonly #handing = new Map<string, number>();

  constructor(saved: Record<string, number> = {}) {
    this.#seen = new SeenEvents(saved, { most: 2_000 });
  }

  /**
   * Null for a repeat. Otherwise the event is under way until `settle` is called, with true where it was handed over.
   *
   * @param now Unix seconds
   */
  async begin(id: string, now: () => number): Promise<((handedOver: boolean) => void) | null> {
    for (;;) {
      const state = this.#seen.begin(id, now());
      if (state === 'seen') return null;
      if (state === 'new') break;
      await this.#underWay.get(id);
    }
    let over!: () => void;
    this.#underWay.set(id, new Promise((resolve) => (over = resolve)));
    let settled = false;
    return (handedOver) => {
      if (settled) return;
      settled = true;
      this.#underWay.delete(id);
      this.#handing.delete(id);
      if (handedOver) this.#seen.done(id, now());
      else this.#seen.failed(id);
      over();
    };
  }

  /** What is under way is being handed over: it is kept with the others, unless it is settled with false. */
  handing(id: string, now: () => number): void {
    if (this.#underWay.has(id)) this.#handing.set(id, now());
  }

  /**
   * The latest ids, oldest first, for keeping them beyond this process: they take the place of what is kept there,
   * which may hold some that this process does not know.
   */
  save(kept: Record<string, number>, most: number): Record<string, number> {
    const all = { ...kept, ...this.#seen.save(), ...Object.fromEntries(this.#handing) };
    return Object.fromEntries(
      Object.entries(all)
        .sort(([, a], [, b]) => a - b)
        .slice(-most),
    );
  }
}
