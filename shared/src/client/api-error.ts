/** The template, document or webhook that a request is about. */
export interface Subject {
  kind: 'template' | 'document' | 'webhook';
  id: string;
}

/**
 * What a service said no to, or what kept it from answering. `message` is one sentence for people; `problems` lists
 * every single fault where the service named several (section 7).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /**
   * The service's `error.code`; where the answer has none, `unreachable` (no answer came), `not_the_api` (something
   * other than this API answers there), `redirected`, `cut_off` (a PDF that did not arrive whole), or an empty text.
   */
  readonly code: string;
  /** The service's `error.details.problems`; empty where it lists none. */
  readonly problems: string[];
  /** Seconds to wait before the next try (`Retry-After`); null where the service names none. */
  readonly retryAfter: number | null;
  /** What the request was about, where its path names one. */
  readonly subject: Subject | null;

  constructor(
    message: string,
    facts: {
      status: number;
      code?: string;
      problems?: string[];
      retryAfter?: number | null;
      subject?: Subject | null;
      cause?: unknown;
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code ?? '';
    this.problems = facts.problems ?? [];
    this.retryAfter = facts.retryAfter ?? null;
    this.subject = facts.subject ?? null;
  }

  /**
   * True where the service may or may not have done what was asked: no answer came, or one that does not say (a 5xx, a
   * time-out, a success that cannot be read). What is not safe to do twice must then not be repeated blindly.
   */
  get unclear(): boolean {
    const { status } = this;
    if (status === 0) return this.code === 'unreachable' && !neverSent(this.cause);
    return status >= 500 || status === 408 || (status >= 200 && status < 300);
  }
}

/** What is shorter may stand in any sentence by chance. */
const SHORTEST_TOKEN = 8;

/** The same error without the token, should a service have put it into its words or a redirect into its address. */
export function withoutToken(error: ApiError, token: string): ApiError {
  const forms = [...new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)])];
  const clean = (text: string): string =>
    forms.reduce((result, form) => result.replaceAll(form, '***'), text);
  const texts = [error.message, ...error.problems];
  if (token.length < SHORTEST_TOKEN || texts.every((text) => clean(text) === text)) return error;
  const { status, code, problems, retryAfter, subject, cause } = error;
  return new ApiError(clean(error.message), {
    status,
    code,
    problems: problems.map(clean),
    retryAfter,
    subject,
    cause,
  });
}

/** The system's error code (`ECONNREFUSED` …), wherever in the chain of causes it stands. */
export function systemCode(error: unknown): string {
  let at: unknown = error;
  for (let depth = 0; depth < 8 && typeof at === 'object' && at !== null; depth++) {
    const { code, errno, cause, errors } = at as Record<string, unknown>;
    for (const candidate of [code, errno]) {
      if (typeof candidate === 'string' && /^[A-Z][A-Z0-9_]+$/.test(candidate)) return candidate;
    }
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  const message = error instanceof Error ? error.message : String(error);
  return (
    /\b(?:ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|E\w*TIMEDOUT|EPIPE|E(?:HOST|NET)UNREACH|EPROTO)\b/.exec(
      message,
    )?.[0] ?? ''
  );
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** True where the request cannot have reached the service, so that doing it again cannot double anything. */
export function neverSent(cause: unknown): boolean {
  return NEVER_SENT.has(systemCode(cause));
}
