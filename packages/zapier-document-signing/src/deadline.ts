/** Zapier ends every call after 30 seconds; this leaves the app the time to say in words what was too slow. */
export const LONGEST_CALL = 27_000;

/** The end of the time that a call from Zapier, or a part of it, may take; everything in it shares what is left. */
export class Deadline {
  readonly #end: number;

  constructor(milliseconds = LONGEST_CALL) {
    this.#end = performance.now() + milliseconds;
  }

  /** Milliseconds, in whole ones; none is below zero. */
  get left(): number {
    return Math.max(0, Math.ceil(this.#end - performance.now()));
  }

  /** For a part that is given this time at most, and no more than is left. */
  within(milliseconds: number): Deadline {
    return new Deadline(Math.min(milliseconds, this.left));
  }

  /** Calls `late` at the end; the function it gives takes that back. */
  atEnd(late: () => void): () => void {
    const timer = setTimeout(late, this.left);
    return () => clearTimeout(timer);
  }

  /** What `work` comes to; `late` where the end comes first. */
  async hold<Result>(work: PromiseLike<Result>, late: () => Error): Promise<Result> {
    let forget = (): void => undefined;
    const end = new Promise<never>((_, reject) => {
      forget = this.atEnd(() => reject(late()));
    });
    try {
      return await Promise.race([work, end]);
    } finally {
      forget();
    }
  }
}
