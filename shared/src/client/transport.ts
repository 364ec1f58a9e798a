/**
 * The port to HTTP. What carries the requests differs (axios, n8n's helpers, Zapier's z.request); what the answers
 * mean is judged in one place, the client.
 */
export interface TransportRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Absolute, its query included. */
  url: string;
  /** Carries no token unless the client was given one. */
  headers: Record<string, string>;
  /** JSON text; absent means no body and no content type. */
  body?: string;
  /** What to hand back as `body` of the answer: the text, or the stream before it is read. */
  expect: 'text' | 'stream';
  /**
   * True where the request goes to the base URL's origin: a Transport that adds the credential itself adds it here,
   * and nowhere else.
   */
  authenticated: boolean;
}

export interface TransportResponse {
  status: number;
  /** Names in any case; a repeated header is a list or one comma-joined text. */
  headers: Record<string, string | string[] | number | undefined>;
  /** Text, or the JSON value where the platform has parsed it already, or the stream that was asked for. */
  body: unknown;
}

/**
 * Takes a request and gives the answer, whatever its status; rejects only where no answer came. It follows no
 * redirect, repeats nothing and leaves the body as it is.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Time as an argument: the core has no timers of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}
