import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '../api/answer.ts';
import { isFileField, NO_FILES, type ReceivedFile, type ReceivedFiles } from '../domain/given-files.ts';
import { LIMITS } from '../domain/limits.ts';
import { DOCUMENT_STATUSES } from '../domain/types.ts';
import type { DocumentField } from '../domain/types.ts';
import { DRAW_SIGNATURE } from './draw-signature.ts';
import { PagesError } from './port.ts';
import type { PagesPort, SigningView } from './port.ts';
import { documentPage, documentPath, documentsPage, webhooksPage, welcomePage } from './sender-pages.ts';
import type { Sender } from './sender-pages.ts';
import { Sessions } from './sessions.ts';
import type { Session } from './sessions.ts';
import { ASSET_PATHS, messagePage, PAGE_HEADERS, sendPage } from './shell.ts';
import { askedFields, first, readSigningForm } from './signing-form.ts';
import type { SigningFields } from './signing-form.ts';
import { mayAct, signingPage } from './signing-page.ts';
import { STYLE } from './style.ts';

export interface PagesOptions {
  /** The address people use; behind `https` the session's cookie is sent over `https` alone. */
  publicUrl?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Is told what went wrong inside; the application's log unless given. */
  report?: (what: string, error: unknown) => void;
}

const PAGE_SIZE = 25;
/** A long text in every field, and a drawn signature. */
const FORM_BYTES = 4 * 1024 * 1024;
const FORM_PARTS = 20_000;
/** All files of one form together. */
const FILES_BYTES = 50 * 1024 * 1024;

/**
 * The pages for people: `/`, `/sign-in`, `/sign-out`, `/documents…`, `/webhooks`, `/sign/{signingKey}` and `/pages/…`. Without any
 * script they do everything but draw a signature. What nothing answers is left to the application, see `sendNotFoundPage`.
 */
export async function registerPages(
  app: FastifyInstance,
  port: PagesPort,
  options: PagesOptions = {},
): Promise<void> {
  await app.register(async (pages: FastifyInstance) => {
    await pages.register(formbody, { bodyLimit: FORM_BYTES });
    pages.setErrorHandler<FastifyError>((error, request, reply) =>
      sendFailure(error, request, reply, options.report),
    );
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(PAGE_HEADERS);
    });
    registerAssets(pages);
    await pages.register(async (signing: FastifyInstance) => {
      // A file that is too large is a problem of its field, not the end of the request.
      await signing.register(multipart, { throwFileSizeLimit: false });
      registerSigning(signing, port);
    });
    registerSender(
      pages,
      port,
      new Sessions(options.now ?? Date.now, options.publicUrl?.startsWith('https:') ?? false),
    );
  });
}

/**
 * Answers with a page for people where a browser asked for an address that does not exist; false where the answer belongs
 * to a program: under `/v1` and `/_local`, and for whoever does not take HTML.
 */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): boolean {
  const path = request.url.split('?')[0]!;
  const programs = /^\/(v1|_local)(\/|$)/.test(path);
  if (programs || !request.headers.accept?.includes('text/html')) return false;
  sendPage(reply, 404, messagePage('Nothing here', 'There is no page at this address.'));
  return true;
}

function registerAssets(pages: FastifyInstance): void {
  const asset = (path: string, type: string, content: string) => {
    pages.get(path, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=300').send(content),
    );
  };
  asset(ASSET_PATHS.style, 'text/css', STYLE);
  asset(ASSET_PATHS.script, 'text/javascript', DRAW_SIGNATURE);
}

interface SigningRequest {
  Params: { signingKey: string };
  Body: SigningFields | undefined;
}

function registerSigning(pages: FastifyInstance, port: PagesPort): void {
  // Opening is recorded, and a HEAD request is not a person reading.
  pages.get<SigningRequest>('/sign/:signingKey', { exposeHeadRoute: false }, async (request, reply) => {
    const view = await port.openSigning(request.params.signingKey);
    return sendPage(reply, 200, signingPage(view, null));
  });

  pages.post<SigningRequest>('/sign/:signingKey', { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const { signingKey } = request.params;
    const view = await port.openSigning(signingKey);
    if (!mayAct(view.document, view.recipient)) return sendPage(reply, 409, signingPage(view, null));
    const fields = askedFields(view.document, view.recipient);
    const { given, files } = request.isMultipart()
      ? await readMultipart(request, fields)
      : { given: request.body ?? {}, files: NO_FILES };
    const form = readSigningForm(given, fields, view.recipient, files);
    if (form.problems.length > 0) {
      return sendPage(reply, 422, signingPage(view, { given, problems: form.problems }));
    }
    try {
      if (form.action === 'decline') await port.decline(signingKey, form.reason);
      else if (form.action === 'approve') await port.approve(signingKey, form.values, files);
      else await port.fillAndSign(signingKey, form.values, form.signature, files);
    } catch (error) {
      if (!(error instanceof PagesError) || error.status === 404) throw error;
      return sendPage(reply, error.status, signingPage(await stateNow(port, view), attemptOf(error, given)));
    }
    return reply.redirect(`/sign/${encodeURIComponent(signingKey)}`, 303);
  });

  pages.get<SigningRequest>('/sign/:signingKey/document.pdf', async (request, reply) =>
    sendPdf(reply, await port.documentPdf(request.params.signingKey), 'document'),
  );
}

/** The same form with files; what a form of this page cannot contain is refused, wherever it comes from. */
async function readMultipart(
  request: FastifyRequest,
  fields: DocumentField[],
): Promise<{ given: SigningFields; files: ReceivedFiles }> {
  const given = new Map<string, string[]>();
  const files = new Map<string, ReceivedFile>();
  const names = new Map(fields.map(({ key }) => [asInMultipart(`field:${key}`), `field:${key}`]));
  const keys = new Map<string, string>(
    fields.filter(({ type }) => isFileField(type)).map(({ key }) => [`field:${key}`, key]),
  );
  const parts = request.parts({
    limits: {
      parts: FORM_PARTS,
      fields: FORM_PARTS,
      files: keys.size,
      fieldSize: FORM_BYTES,
      fieldNameSize: 10_000,
      fileSize: LIMITS.attachmentBytes,
    },
  });
  let text = 0;
  let bytes = 0;
  try {
    for await (const part of parts) {
      const name = names.get(part.fieldname) ?? part.fieldname;
      if (part.type === 'field') {
        const value = String(part.value);
        text += value.length;
        if (text > FORM_BYTES || part.valueTruncated) throw unreadable(413);
        const values = given.get(name);
        if (values) values.push(value);
        else given.set(name, [value]);
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > FILES_BYTES) throw unreadable(413);
        chunks.push(chunk);
      }
      const key = keys.get(name);
      // Where no file was chosen, browsers send one without name and content.
      if (key === undefined || (!part.filename && chunks.length === 0)) continue;
      files.set(key, { name: part.filename, bytes: Buffer.concat(chunks), cut: part.file.truncated });
    }
  } catch (error) {
    throw (error as { statusCode?: number }).statusCode === undefined ? unreadable(400) : error;
  }
  return { given: Object.fromEntries(given), files };
}

/** How browsers write a field's name in such a form; nothing tells a reader to undo it. */
function asInMultipart(name: string): string {
  return name.replace(/\r\n?|\n/g, '%0D%0A').replaceAll('"', '%22');
}

function unreadable(statusCode: number): Error {
  return Object.assign(new Error('The form cannot be read.'), { statusCode });
}

/** Somebody else may have acted in between: the page shows how things stand, not how they stood. */
async function stateNow(port: PagesPort, view: SigningView): Promise<SigningView> {
  return port.openSigning(view.recipient.signingKey);
}

function attemptOf(error: PagesError, given: SigningFields) {
  return { given, problems: error.problems.length > 0 ? error.problems : [{ message: error.message }] };
}

interface SenderRequest {
  Params: { id: string };
  Querystring: Record<string, string | string[] | undefined>;
  Body: Record<string, string | string[] | undefined> | undefined;
}

function registerSender(pages: FastifyInstance, port: PagesPort, sessions: Sessions): void {
  const signedIn = async (request: FastifyRequest): Promise<Sender | null> => {
    const session = sessions.find(request.headers.cookie);
    if (!session) return null;
    const account = await port.accountByToken(session.token);
    if (!account) {
      sessions.end(session);
      return null;
    }
    const { notice } = session;
    session.notice = null;
    return { account, session, notice };
  };

  /** A route for signed-in senders; everybody else is sent to the first page. */
  const route = (
    method: 'GET' | 'POST',
    url: string,
    answer: (sender: Sender, request: FastifyRequest<SenderRequest>, reply: FastifyReply) => Promise<unknown>,
  ) => {
    pages.route<SenderRequest>({
      method,
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const sender = await signedIn(request);
        if (!sender) return reply.redirect('/', 303);
        if (method === 'POST' && !isOwnForm(request, sender.session)) {
          return sendPage(
            reply,
            403,
            messagePage(
              'Not done',
              'This form did not come from a page of this session. Go back, reload the page and try again.',
            ),
          );
        }
        return answer(sender, request, reply);
      },
    });
  };

  pages.get('/', async (request, reply) => {
    if (await signedIn(request)) return reply.redirect('/documents', 303);
    return sendPage(reply, 200, welcomePage(null));
  });

  pages.post<SenderRequest>('/sign-in', async (request, reply) => {
    const token = first(request.body?.['token']).trim();
    if (!isFromHere(request)) return reply.redirect('/', 303);
    const account = token === '' ? null : await port.accountByToken(token);
    if (!account) {
      const problem =
        token === '' ? 'Enter a token.' : 'This token is not valid: it is unknown, revoked or expired.';
      return sendPage(reply, 422, welcomePage(problem));
    }
    return reply.header('set-cookie', sessions.begin(token)).redirect('/documents', 303);
  });

  route('POST', '/sign-out', async ({ session }, _request, reply) =>
    reply.header('set-cookie', sessions.end(session)).redirect('/', 303),
  );

  route('GET', '/documents', async (sender, { query }, reply) => {
    const status = DOCUMENT_STATUSES.find((known) => known === first(query['status']));
    const search = first(query['search']).trim();
    const page = Math.min(Math.max(1, Number.parseInt(first(query['page']), 10) || 1), 1_000_000);
    const list = await port.listDocuments(sender.account.id, {
      page,
      limit: PAGE_SIZE,
      ...(status ? { status } : {}),
      ...(search ? { search } : {}),
    });
    return sendPage(reply, 200, documentsPage(sender, list, { status: status ?? '', search }));
  });

  route('GET', '/webhooks', async (sender, _request, reply) =>
    sendPage(reply, 200, webhooksPage(sender, await port.webhooks(sender.account.id))),
  );

  route('GET', '/documents/:id', async (sender, { params }, reply) =>
    sendPage(reply, 200, documentPage(sender, await port.document(sender.account.id, params.id), null)),
  );

  route('GET', '/documents/:id/document.pdf', async ({ account }, { params }, reply) =>
    sendPdf(reply, await port.documentPdfForSender(account.id, params.id), 'document'),
  );

  route('GET', '/documents/:id/certificate.pdf', async ({ account }, { params }, reply) =>
    sendPdf(reply, await port.certificateForSender(account.id, params.id), 'certificate'),
  );

  route('POST', '/documents/:id/remind', async ({ account, session }, { params }, reply) => {
    try {
      const to = await port.remind(account.id, params.id);
      session.notice =
        to.length > 0
          ? `A reminder went to ${to.join(', ')}.`
          : 'No reminder was sent: the service sends no e-mails for this document.';
    } catch (error) {
      if (!(error instanceof PagesError) || error.status === 404) throw error;
      session.notice = error.message;
    }
    return reply.redirect(documentPath(params.id), 303);
  });

  route('GET', '/documents/:id/file', async ({ account }, { params, query }, reply) => {
    const { name, bytes } = await port.givenFile(account.id, params.id, first(query['field']));
    // Always to be saved: what somebody else gave is not shown as a page of this site.
    return reply
      .type('application/octet-stream')
      .header('content-disposition', attachment(name))
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });

  route('POST', '/documents/:id/void', async (sender, { params, body }, reply) => {
    const { account, session } = sender;
    const reason = first(body?.['reason']).trim();
    try {
      await port.voidDocument(account.id, params.id, reason);
      session.notice = 'The document is voided.';
    } catch (error) {
      if (!(error instanceof PagesError) || error.status === 404) throw error;
      if (error.status === 422) {
        const { problems } = attemptOf(error, {});
        const view = await port.document(account.id, params.id);
        return sendPage(reply, 422, documentPage(sender, view, { reason, problems }));
      }
      session.notice = error.message;
    }
    return reply.redirect(documentPath(params.id), 303);
  });
}

function isOwnForm(request: FastifyRequest<SenderRequest>, session: Session): boolean {
  return isFromHere(request) && first(request.body?.['form-key']) === session.formKey;
}

/**
 * What the browser says of where a form came from. With `Referrer-Policy: no-referrer` browsers name no origin but `null`, and
 * older ones do not send `Sec-Fetch-Site`: the key in the form is what decides.
 */
function isFromHere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return true;
  return URL.parse(origin)?.host === headers.host;
}

function sendPdf(reply: FastifyReply, bytes: Uint8Array, name: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function sendFailure(
  error: FastifyError | PagesError,
  request: FastifyRequest,
  reply: FastifyReply,
  report: PagesOptions['report'],
): FastifyReply {
  if (error instanceof PagesError) {
    const title = error.status === 404 ? 'Nothing here' : 'Not possible';
    const text =
      error.status === 404 && request.url.startsWith('/sign/')
        ? 'There is no document at this address. Check that the whole address from the e-mail was copied, or ask the sender for a new one.'
        : error.message;
    return sendPage(reply, error.status, messagePage(title, text));
  }
  const status =
    error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
  if (status < 500) {
    const text =
      status === 413 ? 'That is more than this form takes.' : 'The service could not read what was sent.';
    return sendPage(reply, status, messagePage('Not possible', text));
  }
  // The route, not the address: a signing key is a secret.
  if (report) report(`${request.method} ${request.routeOptions.url}`, error);
  else request.log.error(error);
  return sendPage(
    reply,
    500,
    messagePage('Something went wrong', 'Open the page anew to see how things stand before you try again.'),
  );
}
