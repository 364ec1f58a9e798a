import type {
  Account,
  CreatedWebhook,
  DocumentQuery,
  Download,
  EventQuery,
  HistoryEntry,
  Page,
  RemindResult,
  SendRequest,
  SigningDocument,
  SigningEvent,
  Template,
  TemplateDetail,
  TemplateQuery,
  TemplateSchema,
  VoidRequest,
  Webhook,
  WebhookList,
  WebhookRequest,
} from '../types.ts';
import {
  errorOf,
  header,
  jsonObject,
  missingSentence,
  notTheApi,
  readText,
  unreachable,
  type Asked,
} from './answer.ts';
import { ApiError, withoutToken, type Subject } from './api-error.ts';
import { checkBaseUrl } from './base-url.ts';
import { contentLength, downloadName } from './download.ts';
import { locationOf } from './location.ts';
import { eachOf } from './paging.ts';
import { DEFAULT_RETRY, withRetry, type RetryPolicy } from './retry.ts';
import type { Clock, Transport, TransportRequest, TransportResponse } from './transport.ts';

export interface SigningClientOptions {
  /** The base address, whose path ends in the version segment `/v1` (section 1). */
  baseUrl: string;
  /** Sent as `Authorization: Bearer` to the base URL's origin only. Left out where the Transport adds it. */
  token?: string;
  transport: Transport;
  /** Without a clock nothing is tried again, as nothing can wait. */
  clock?: Clock;
  retry?: Partial<RetryPolicy>;
}

interface Call {
  method: TransportRequest['method'];
  /** Below the base URL, or absolute on its origin. */
  path: string;
  query?: object;
  body?: unknown;
  /** True where doing it twice is the same as doing it once. */
  repeatable: boolean;
  /** What the path names. */
  subject?: Subject | null;
}

const MOST_REDIRECTS = 5;

/**
 * The client of the document signing API: one method per endpoint, in the order of section 4. Methods give the
 * documented body and throw `ApiError` for everything else. Ids may be any text: they are encoded in the path.
 */
export class SigningClient {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly #origin: string;
  readonly #token: string | undefined;
  readonly #transport: Transport;
  readonly #clock: Clock | undefined;
  readonly #retry: RetryPolicy;

  constructor({ baseUrl, token, transport, clock, retry }: SigningClientOptions) {
    this.baseUrl = checkBaseUrl(baseUrl);
    this.#origin = new URL(this.baseUrl).origin;
    this.#token = token;
    this.#transport = transport;
    this.#clock = clock;
    this.#retry = { ...DEFAULT_RETRY, ...retry };
  }

  /** `GET /me`. */
  me(): Promise<Account> {
    return this.#json({ method: 'GET', path: '/me', repeatable: true });
  }

  /** `GET /templates`: one page; `eachTemplate` gives all. */
  templates(query: TemplateQuery = {}): Promise<Page<Template>> {
    return this.#list('/templates', query);
  }

  /** Every template that the query finds, most recently changed first, each once. */
  eachTemplate(query: TemplateQuery = {}): AsyncGenerator<Template, void, undefined> {
    const { page: _page, limit, ...filter } = query;
    return eachOf((page, size) => this.templates({ ...filter, page, limit: size }), limit);
  }

  /** `GET /templates/{id}`: with its fields. 404: no such template, or not the caller's. */
  template(id: string): Promise<TemplateDetail> {
    return this.#read('template', id);
  }

  /** `GET /templates/{id}/schema`: the JSON Schema of the send request body for this template. */
  templateSchema(id: string): Promise<TemplateSchema> {
    return this.#read('template', id, '/schema');
  }

  /**
   * `POST /templates/{id}/send`: creates the document and sends it. Never repeated after an unclear answer, as the
   * document might go out twice. 402: plan allowance used up; 422: `problems` lists all that is missing or wrong.
   */
  send(templateId: string, request: SendRequest): Promise<SigningDocument> {
    return this.#act('template', templateId, '/send', request);
  }

  /** `GET /documents`: one page; `eachDocument` gives all. 422 when a filter is not valid. */
  documents(query: DocumentQuery = {}): Promise<Page<SigningDocument>> {
    return this.#list('/documents', query);
  }

  /** Every document that the query finds, most recently changed first, each once. */
  eachDocument(query: DocumentQuery = {}): AsyncGenerator<SigningDocument, void, undefined> {
    const { page: _page, limit, ...filter } = query;
    return eachOf((page, size) => this.documents({ ...filter, page, limit: size }), limit);
  }

  /** `GET /documents/{id}`. */
  document(id: string): Promise<SigningDocument> {
    return this.#read('document', id);
  }

  /** `GET /documents/{id}/file`: the PDF as it is now, signed and sealed once completed. */
  file(id: string): Promise<Download> {
    return this.#download(id, '/file', id);
  }

  /** `GET /documents/{id}/certificate`: the completion certificate. 409 before completion. */
  certificate(id: string): Promise<Download> {
    return this.#download(id, '/certificate', `${id}-certificate`);
  }

  /** `GET /documents/{id}/history`, oldest first. */
  async history(id: string): Promise<HistoryEntry[]> {
    const call = { method: 'GET', ...named('document', id, '/history'), repeatable: true } as const;
    return (await this.#listed<{ data: HistoryEntry[] }>(call)).data;
  }

  /** `POST /documents/{id}/remind`. 409: the document is not out for signature. */
  remind(id: string): Promise<RemindResult> {
    return this.#act('document', id, '/remind');
  }

  /** `POST /documents/{id}/void`: cannot be undone. 409: already finished. */
  void(id: string, request: VoidRequest = {}): Promise<SigningDocument> {
    return this.#act('document', id, '/void', request);
  }

  /** `GET /events`: the latest, newest first. */
  async events(query: EventQuery = {}): Promise<SigningEvent[]> {
    return (await this.#list<{ data: SigningEvent[] }>('/events', query)).data;
  }

  /** `GET /webhooks`. */
  webhooks(): Promise<WebhookList> {
    return this.#list('/webhooks');
  }

  /** `POST /webhooks`. 422: the URL or an event is not accepted, or the account has its 25 webhooks. */
  async createWebhook(request: WebhookRequest): Promise<CreatedWebhook> {
    const { answer, url } = await this.#call({
      method: 'POST',
      path: '/webhooks',
      body: request,
      repeatable: false,
    });
    const webhook = objectBody<Webhook>(answer, url);
    return { ...webhook, location: header(answer, 'location') };
  }

  /** `GET /webhooks/{id}`. */
  webhook(id: string): Promise<Webhook> {
    return this.#read('webhook', id);
  }

  /**
   * `DELETE /webhooks/{id}`, or the address its creation gave as `location`: used as given where it is on the base
   * URL's origin, else the webhook's own address, so that the token goes nowhere else. 404: no such webhook.
   */
  async deleteWebhook(id: string, location?: string | null): Promise<void> {
    const { path, subject } = named('webhook', id);
    await this.#call({
      method: 'DELETE',
      path: locationOf(location, this.baseUrl) ?? path,
      subject,
      repeatable: true,
    });
  }

  #read<Body>(kind: Subject['kind'], id: string, below?: string): Promise<Body> {
    return this.#json({ method: 'GET', ...named(kind, id, below), repeatable: true });
  }

  #list<Body extends { data: unknown[] }>(path: string, query?: object): Promise<Body> {
    return this.#listed({ method: 'GET', path, query, repeatable: true });
  }

  async #listed<Body extends { data: unknown[] }>(call: Call): Promise<Body> {
    const { answer, url } = await this.#call(call);
    const body = objectBody<Body>(answer, url);
    if (!Array.isArray(body.data)) throw notTheApi(url, answer.status);
    return body;
  }

  #act<Body>(kind: Subject['kind'], id: string, below: string, body?: unknown): Promise<Body> {
    return this.#json({ method: 'POST', ...named(kind, id, below), body, repeatable: false });
  }

  async #json<Body>(call: Call): Promise<Body> {
    const { answer, url } = await this.#call(call);
    return objectBody<Body>(answer, url);
  }

  async #download(id: string, below: string, name: string): Promise<Download> {
    const call = { method: 'GET', ...named('document', id, below), repeatable: true } as const;
    const { answer, url } = await this.#call(call, 'stream');
    const body = answer.body as NodeJS.ReadableStream | undefined;
    if (typeof body?.pipe !== 'function') throw notTheApi(url, answer.status);
    const type = header(answer, 'content-type') ?? '';
    if (/^text\/html|^application\/json/i.test(type)) {
      discard(body);
      throw notTheApi(url, answer.status);
    }
    return { body, size: contentLength(answer), fileName: downloadName(answer, `${name}.pdf`) };
  }

  #call(
    call: Call,
    expect: TransportRequest['expect'] = 'text',
  ): Promise<{ answer: TransportResponse; url: string }> {
    const attempt = () =>
      this.#once(call, expect).catch((error: unknown) => {
        throw error instanceof ApiError && this.#token ? withoutToken(error, this.#token) : error;
      });
    return withRetry(attempt, { policy: this.#retry, clock: this.#clock, repeatable: call.repeatable });
  }

  async #once(
    { method, path, query, body, subject = null, repeatable }: Call,
    expect: TransportRequest['expect'],
  ): Promise<{ answer: TransportResponse; url: string }> {
    let url = withQuery(path.startsWith('/') ? this.baseUrl + path : path, query);
    for (let redirects = 0; ; redirects++) {
      const asked = { url, subject, repeatable };
      const answer = await this.#transmit(asked, method, body, expect);
      if (answer.status >= 200 && answer.status < 300) return { answer, url };

      const target = method === 'GET' ? this.#redirectTarget(answer, url, expect) : undefined;
      if (target && redirects < MOST_REDIRECTS) {
        discard(answer.body);
        url = target;
        continue;
      }
      const text = isStream(answer.body) ? await readText(answer.body).catch(() => '') : answer.body;
      throw errorOf(answer, text, asked, this.#clock?.now() ?? Date.now());
    }
  }

  async #transmit(
    asked: Asked,
    method: TransportRequest['method'],
    body: unknown,
    expect: TransportRequest['expect'],
  ): Promise<TransportResponse> {
    const { url } = asked;
    const authenticated = new URL(url).origin === this.#origin;
    const headers: Record<string, string> = {
      Accept: expect === 'stream' ? 'application/pdf, application/json' : 'application/json',
    };
    if (authenticated && this.#token !== undefined) headers.Authorization = `Bearer ${this.#token}`;
    const request: TransportRequest = { method, url, headers, expect, authenticated };
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json';
      request.body = JSON.stringify(body);
    }
    try {
      return await this.#transport(request);
    } catch (error) {
      throw error instanceof ApiError ? error : unreachable(asked, error);
    }
  }

  /**
   * Where a GET goes on to: anywhere on the base URL's origin. A PDF may also lie elsewhere, in a file store, where it
   * is fetched without the token.
   */
  #redirectTarget(
    answer: TransportResponse,
    url: string,
    expect: TransportRequest['expect'],
  ): string | undefined {
    if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
    const target = header(answer, 'location');
    if (!target || !URL.canParse(target, url)) return undefined;
    const resolved = new URL(target, url);
    if (resolved.origin === this.#origin) return resolved.href;
    const secureEnough = resolved.protocol === 'https:' || this.#origin.startsWith('http:');
    return expect === 'stream' && secureEnough && /^https?:$/.test(resolved.protocol)
      ? resolved.href
      : undefined;
  }
}

/** The path of one template, document or webhook, its id as one segment, and what is below it. */
function named(kind: Subject['kind'], id: string, below = ''): { path: string; subject: Subject } {
  const text = String(id ?? '');
  if (text.trim() === '') {
    throw new ApiError(`No ${kind} is chosen: choose one, or enter its id.`, {
      status: 0,
      code: 'missing_id',
    });
  }
  const subject = { kind, id: text };
  // Taken for steps in the path, however they are encoded.
  if (text === '.' || text === '..') {
    throw new ApiError(missingSentence(subject), { status: 404, code: 'not_found', subject });
  }
  return { path: `/${kind}s/${encodeURIComponent(text)}${below}`, subject };
}

function withQuery(url: string, query: object = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  if (given.length === 0) return url;
  const text = given.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return `${url}${url.includes('?') ? '&' : '?'}${text.join('&')}`;
}

function objectBody<Body>(answer: TransportResponse, url: string): Body {
  const body = jsonObject(answer.body);
  if (!body) throw notTheApi(url, answer.status);
  return body as Body;
}

function isStream(body: unknown): body is NodeJS.ReadableStream {
  return typeof (body as NodeJS.ReadableStream | undefined)?.pipe === 'function';
}

/** Lets go of a stream nobody reads, so that its connection is freed. */
function discard(body: unknown): void {
  if (isStream(body)) (body as NodeJS.ReadableStream & { destroy?: () => void }).destroy?.();
}
