import { SigningClient, type Clock, type RetryPolicy } from '@document-signing/shared';
import { sleep } from 'n8n-workflow';
import { CREDENTIAL, n8nTransport, type RequestContext } from './transport.ts';

/**
 * How long a request may take where, and how patiently it is tried again.
 *
 * - `run`: an execution may wait until the service takes more, also for the ten minutes of its limit on sends
 *   (section 8).
 * - `editor`: somebody sits in front of a list that loads.
 * - `delivery`: the sender of a webhook waits for the answer, and comes again by itself.
 */
const PATIENCE: Record<'run' | 'editor' | 'delivery', { timeout?: number; retry: Partial<RetryPolicy> }> = {
  run: { retry: { tries: 4, triesWhenLimited: 8, longestWait: 660 } },
  editor: { timeout: 30_000, retry: { tries: 3, longestWait: 5 } },
  delivery: { timeout: 6_000, retry: { tries: 2, longestWait: 1 } },
};

/** The client for the node's credential; the token itself is added by n8n, from the credential's `authenticate`. */
export async function connect(
  context: RequestContext,
  purpose: keyof typeof PATIENCE,
): Promise<SigningClient> {
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(CREDENTIAL);
  const { timeout, retry } = PATIENCE[purpose];
  return new SigningClient({
    baseUrl,
    transport: n8nTransport(context, timeout),
    clock: clock(context),
    retry,
  });
}

/** n8n's `sleep`, a second at a time, so that an execution that is stopped stops waiting. */
function clock(context: RequestContext): Clock {
  return {
    now: () => Date.now(),
    async sleep(milliseconds) {
      for (let left = milliseconds; left > 0 && !isStopped(context); left -= 1000) {
        await sleep(Math.min(left, 1000));
      }
    },
  };
}

/** True once somebody has stopped the execution. */
export function isStopped(context: RequestContext): boolean {
  return 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true;
}
