import { SeenEvents } from '@document-signing/shared';

/**
 * Which events of a webhook started the workflow already. A delivery of an event whose earlier delivery is still under
 * way waits for its outcome: it is a repeat only once the earlier one was handed over.
 */
export class HandedOver {
  readonly #seen: SeenEvents;
  readonly #underWay = new Map<string, Promise<void>>();

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
    return (handedOver) => {
      if (!this.#underWay.delete(id)) return;
      if (handedOver) this.#seen.done(id, now());
      else this.#seen.failed(id);
      over();
    };
  }

  /** The ids, for keeping them beyond this process. */
  save(): Record<string, number> {
    return this.#seen.save();
  }
}
