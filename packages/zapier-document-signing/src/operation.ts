import { isEmpty, SendFormError, yesOrNo, type SigningClient } from '@document-signing/shared';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { Deadline, LONGEST_CALL } from './deadline.ts';
import { zapierError } from './errors.ts';
import { signingClient } from './transport.ts';

export interface Call {
  client: SigningClient;
  /** What the user filled in, by input key. */
  input: Record<string, unknown>;
  bundle: Bundle;
  z: ZObject;
  /** When the call must have ended; the client's requests share what is left until then. */
  deadline: Deadline;
  /** A client for a part of the call that is given this many milliseconds at most. */
  clientWithin: (milliseconds: number) => SigningClient;
}

/** Longer than anything that keeps to the deadline takes: for what knows none, such as Zapier's own services. */
const GRACE = 1_000;

/**
 * A function as Zapier calls it, from one that is given the client: whatever goes wrong in it ends as one of Zapier's
 * errors, and it ends before Zapier would cut it off.
 */
export function operation<Result>(
  run: (call: Call) => Promise<Result>,
  longest = LONGEST_CALL,
): (z: ZObject, bundle: Bundle) => Promise<Result> {
  return async (z, bundle) => {
    const deadline = new Deadline(longest);
    const whole = new Deadline(longest + GRACE);
    try {
      const clientWithin = (milliseconds: number): SigningClient =>
        signingClient(z, bundle, deadline.within(milliseconds));
      const client = signingClient(z, bundle, deadline);
      const call = { client, input: bundle.inputData ?? {}, bundle, z, deadline, clientWithin };
      return await whole.hold(
        run(call),
        () => new z.errors.Error('This step took longer than Zapier allows: try again later.', 'too_slow'),
      );
    } catch (error) {
      throw zapierError(z, error);
    }
  };
}

/** A text the user filled in, without blanks around it; empty where there is none. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/**
 * Zapier gives a boolean, or its text where a value of another step is mapped. Empty leaves it to the service, and
 * anything else is asked about: what it means cannot be guessed.
 */
export function switchOf(value: unknown, label: string): boolean | undefined {
  if (isEmpty(value)) return undefined;
  const said = yesOrNo(value);
  if (said !== null) return said;
  const given = typeof value === 'object' ? JSON.stringify(value) : String(value);
  throw new SendFormError([`“${label}” must be yes or no, not “${given}”.`]);
}

/** The objects in what should be a list of them: another service may leave the list out, or have a gap in it. */
export function objectsOf<Item extends object>(list: readonly Item[] | null | undefined): Item[] {
  const items: readonly Item[] = Array.isArray(list) ? (list as Item[]) : [];
  return items.filter(
    (item: Item | null) => typeof item === 'object' && item !== null && !Array.isArray(item),
  );
}

/** True while a value is still a placeholder: the editor asks for fields before the steps before have run. */
export function isUnresolved(value: string): boolean {
  return value.includes('{{');
}
