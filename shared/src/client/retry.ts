import { ApiError, neverSent, systemCode } from './api-error.ts';
import type { Clock } from './transport.ts';

/**
 * When a request is tried again. What only reads, and DELETE, is repeated after 429, 502, 503, 504 and after a lost
 * connection. What acts (send, remind, void, create a webhook) is repeated only where the service cannot have done
 * it: after 429 (refused before it acted), or where no connection was made.
 */
export interface RetryPolicy {
  /** Tries in all; 1 repeats nothing. */
  tries: number;
  /** Tries in all where the service says 429; `tries` where left out. */
  triesWhenLimited?: number;
  /** Longest wait before one try, in seconds: where the service asks for more, the error is given at once. */
  longestWait: number;
}

export const DEFAULT_RETRY: RetryPolicy = { tries: 4, longestWait: 60 };

export function mayRepeat(error: ApiError, repeatable: boolean): boolean {
  if (error.status === 429) return true;
  if (error.status === 0) {
    // A host name that does not exist stays so.
    return (
      error.code === 'unreachable' &&
      systemCode(error.cause) !== 'ENOTFOUND' &&
      (repeatable || neverSent(error.cause))
    );
  }
  return repeatable && (error.status === 502 || error.status === 503 || error.status === 504);
}

/** Seconds before try number `next` (2, 3 …): what the service asks for, else 0.5, 1, 2 … */
export function waitBefore(next: number, error: ApiError): number {
  return error.retryAfter ?? (error.status === 429 ? 2 : 0.5) * 2 ** (next - 2);
}

function triesFor({ status }: ApiError, { tries, triesWhenLimited = tries }: RetryPolicy): number {
  return status === 429 ? triesWhenLimited : tries;
}

/** Runs `attempt` until it succeeds, may not be repeated, or the tries are used up; throws the last error. */
export async function withRetry<Result>(
  attempt: () => Promise<Result>,
  { policy, clock, repeatable }: { policy: RetryPolicy; clock: Clock | undefined; repeatable: boolean },
): Promise<Result> {
  for (let next = 2; ; next++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || !clock || next > triesFor(error, policy)) throw error;
      if (!mayRepeat(error, repeatable)) throw error;
      const seconds = waitBefore(next, error);
      if (seconds > policy.longestWait) throw error;
      await clock.sleep(Math.round(seconds * 1000));
    }
  }
}
