import { ApiError, BaseUrlError, missingSentence, SendFormError } from '@document-signing/shared';
import type { ZObject } from 'zapier-platform-core';
import { rewordFor } from './labels.ts';
import { TokenError } from './transport.ts';

/** Says a problem in the words of the Zap editor, where the service names a field by its key. */
export type Reword = (problem: string) => string;

/**
 * The one place that decides what an error means to Zapier (section 7):
 * - 401 → ExpiredAuthError: runs are held until the user has reconnected
 * - 409, and a send whose outcome is unknown → HaltedError: the run stops and is not played again
 * - 429 → ThrottledError: Zapier tries again after the service's wait
 * - everything else → an error with every problem in it
 */
export function zapierError(z: ZObject, error: unknown, reword: Reword = rewordFor()): unknown {
  if (error instanceof SendFormError)
    return new z.errors.Error(listed(error.problems), 'invalid_request', 422);
  if (error instanceof BaseUrlError || error instanceof TokenError) {
    return new z.errors.Error(error.message, 'invalid_connection');
  }
  if (!(error instanceof ApiError)) return error;
  const message = sentence(error, reword);
  switch (error.status) {
    case 401:
      return plain(new z.errors.ExpiredAuthError(`${message} Then reconnect the account in Zapier.`));
    case 409:
      return plain(new z.errors.HaltedError(message));
    case 429:
      return new z.errors.ThrottledError(message, error.retryAfter ?? undefined);
    default:
      return new z.errors.Error(message, error.code, error.status);
  }
}

/** True where the service itself says that what the path names is not there (404); any server says it of a path. */
export function isMissing(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status === 404 && error.code !== '' && error.code !== 'not_the_api'
  );
}

/** The id that an input names stands for nothing (404): the user can choose again. */
export function missing(error: unknown, what: 'template' | 'document', id: string): unknown {
  if (!isMissing(error)) return error;
  return new ApiError(missingSentence({ kind: what, id }), { status: 404, code: error.code, cause: error });
}

/** A run that ends here, not as a failure: nothing that Zapier could repeat would change it. */
export function halted(z: ZObject, message: string): Error {
  return plain(new z.errors.HaltedError(message));
}

/** Keeps Zapier's engine from adding the whole log of the run, and with it the user's data, to the sentence. */
function plain(error: Error): Error {
  return Object.assign(error, { doNotContextify: true });
}

function sentence(error: ApiError, reword: Reword): string {
  return error.problems.length > 0 ? listed(error.problems.map(reword)) : reword(error.message);
}

function listed(problems: string[]): string {
  const [first = 'The service did not accept what was sent.'] = problems;
  if (problems.length < 2) return first;
  return [
    `${problems.length} things are missing or wrong:`,
    ...problems.map((problem) => `- ${problem}`),
  ].join('\n');
}
