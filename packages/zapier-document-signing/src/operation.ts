import type { SigningClient } from '@document-signing/shared';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { zapierError } from './errors.ts';
import { signingClient } from './transport.ts';

export interface Call {
  client: SigningClient;
  /** What the user filled in, by input key. */
  input: Record<string, unknown>;
  bundle: Bundle;
  z: ZObject;
}

/**
 * A function as Zapier calls it, from one that is given the client: whatever goes wrong in it ends as one of Zapier's
 * errors.
 */
export function operation<Result>(
  run: (call: Call) => Promise<Result>,
): (z: ZObject, bundle: Bundle) => Promise<Result> {
  return async (z, bundle) => {
    try {
      return await run({ client: signingClient(z, bundle), input: bundle.inputData ?? {}, bundle, z });
    } catch (error) {
      throw zapierError(z, error);
    }
  };
}

/** A text the user filled in, without blanks around it; empty where there is none. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** True while a value is still a placeholder: the editor asks for fields before the steps before have run. */
export function isUnresolved(value: string): boolean {
  return value.includes('{{');
}
