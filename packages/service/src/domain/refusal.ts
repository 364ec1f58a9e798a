import type { Allowance } from './rolling-window.ts';

/** The `code` values of the error body (docs/decisions.md); which HTTP status each has is decided in `api/`. */
export type RefusalCode =
  | 'unauthorized'
  | 'plan_limit_reached'
  | 'not_found'
  | 'method_not_allowed'
  | 'document_not_in_progress'
  | 'document_finished'
  | 'document_not_completed'
  | 'recipient_finished'
  | 'recipient_not_in_turn'
  | 'document_changed'
  | 'malformed_request'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'request_timeout'
  | 'invalid_request'
  | 'rate_limited'
  | 'internal';

export interface Problem {
  /** A whole sentence that names what is wrong and says what to do. */
  message: string;
  /** The key of the field it belongs to, or `signature` or `reason`; left out when it concerns no single one. */
  field?: string;
}

/** What the service will not do, and why, in words for the person who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly problems: readonly Problem[];

  constructor(code: RefusalCode, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** A rate limit is reached (section 8); `allowance` says which and until when. */
export class LimitReached extends Refusal {
  readonly allowance: Allowance;

  constructor(message: string, allowance: Allowance) {
    super('rate_limited', message);
    this.allowance = allowance;
  }
}

/** Something missing or wrong in what was sent: every problem at once (section 7, 422). */
export function invalidRequest(given: readonly (string | Problem)[]): Refusal {
  const problems = given.map((problem) => (typeof problem === 'string' ? { message: problem } : problem));
  const shown = problems.slice(0, 5).map(({ message }) => message);
  const more = problems.length > shown.length ? ' …' : '';
  const message =
    shown.length === 1
      ? `${shown[0]}`
      : `The request has ${problems.length} problems: ${shown.join(' ')}${more}`;
  return new Refusal('invalid_request', message, problems);
}
