import type { SendRequest, SigningDocument } from '@document-signing/shared';
import type { IExecuteFunctions } from 'n8n-workflow';

type Outcome = { document: SigningDocument } | { failure: Error };

/**
 * What an earlier try of the same run of the node did. “Retry On Fail” runs the node again with all of its items: those
 * that went out are not sent again, and one whose outcome is unclear is not sent blindly. What has changed between two
 * tries is another request.
 */
export class SentBefore {
  readonly #key: string;
  readonly #outcomes: Map<string, Outcome>;

  constructor(context: IExecuteFunctions) {
    const { $runIndex } = context.getWorkflowDataProxy(0);
    this.#key = [context.getExecutionId(), context.getNode().id, $runIndex].join(' ');
    this.#outcomes = failedRuns.get(this.#key) ?? new Map<string, Outcome>();
  }

  find(itemIndex: number, templateId: string, request: SendRequest): Outcome | undefined {
    return this.#outcomes.get(nameOf(itemIndex, templateId, request));
  }

  note(itemIndex: number, templateId: string, request: SendRequest, outcome: Outcome): void {
    this.#outcomes.set(nameOf(itemIndex, templateId, request), outcome);
  }

  /** The run has failed: there may be another try. */
  keep(): void {
    failedRuns.delete(this.#key);
    if (this.#outcomes.size > 0) failedRuns.set(this.#key, this.#outcomes);
    for (const oldest of failedRuns.keys()) {
      if (failedRuns.size <= MOST_RUNS_KEPT) break;
      failedRuns.delete(oldest);
    }
  }

  /** The run has ended: there is no other try. */
  forget(): void {
    failedRuns.delete(this.#key);
  }
}

const failedRuns = new Map<string, Map<string, Outcome>>();
const MOST_RUNS_KEPT = 50;

function nameOf(itemIndex: number, templateId: string, request: SendRequest): string {
  return JSON.stringify([itemIndex, templateId, request]);
}
