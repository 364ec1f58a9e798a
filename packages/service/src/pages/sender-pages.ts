import { fileSize, isGivenFile } from '../domain/given-files.ts';
import { DOCUMENT_STATUSES } from '../domain/types.ts';
import type { Account, Document, DocumentEvent, DocumentStatus, Webhook } from '../domain/types.ts';
import {
  dateTime,
  DOCUMENT_STATUS_WORDS,
  EVENT_WORDS,
  isOpen,
  nameOf,
  recipientStatusWords,
  statusNote,
} from '../pdf/wording.ts';
import { html, lines } from './html.ts';
import type { Html } from './html.ts';
import type { DocumentList, PagesProblem, SenderView } from './port.ts';
import type { Session } from './sessions.ts';
import type { Page } from './shell.ts';

export interface Sender {
  account: Account;
  session: Session;
  /** Said once, then forgotten. */
  notice: string | null;
}

export function welcomePage(problem: string | null): Page {
  return {
    title: 'Document signing',
    body: html`<div class="narrow">
      <h1>Document signing</h1>
      <p>
        Documents are sent for signature from templates over the <a href="/v1/openapi.json">API</a>.
        Recipients read and sign them on their own page, whose address they get by e-mail. Senders see here
        what became of their documents.
      </p>
      <form class="card" method="post" action="/sign-in">
        <h2>Sign in</h2>
        <div class="field${problem !== null && ' wrong'}">
          <label for="token">API token</label>
          <p class="hint" id="token-hint">
            The token of the account whose documents you want to see. It is not kept in the browser.
          </p>
          <input
            type="password"
            id="token"
            name="token"
            autocomplete="current-password"
            required
            aria-describedby="token-hint${problem !== null && ' token-error'}"
            ${problem !== null && html` aria-invalid="true"`}
          />
          ${problem !== null && html`<p class="error" id="token-error" role="alert">${problem}</p>`}
        </div>
        <p class="buttons"><button>Sign in</button></p>
      </form>
    </div>`,
  };
}

export interface ListFilter {
  status: DocumentStatus | '';
  search: string;
}

export function documentsPage(sender: Sender, list: DocumentList, filter: ListFilter): Page {
  return {
    title: 'Documents',
    menu: menu(sender),
    body: html`${notice(sender)}
      <h1>Documents</h1>
      <form class="filter" method="get" action="/documents" role="search">
        <div class="field">
          <label for="search">Name</label
          ><input type="search" id="search" name="search" value="${filter.search}" />
        </div>
        <div class="field">
          <label for="status">Status</label
          ><select id="status" name="status">
            <option value="">All</option>
            ${DOCUMENT_STATUSES.map(
              (status) =>
                html`<option value="${status}" ${status === filter.status && html` selected`}>
                  ${DOCUMENT_STATUS_WORDS[status]}
                </option>`,
            )}
          </select>
        </div>
        <button class="plain">Show</button>
      </form>
      <div class="card">
        ${
          list.documents.length === 0
            ? html`<p>
                ${filter.status || filter.search || list.page > 1 ? 'No document matches.' : 'You have not sent a document yet.'}
              </p>`
            : html`<table class="stack">
                <thead>
                  <tr>
                    <th scope="col">Document</th>
                    <th scope="col">Recipients</th>
                    <th scope="col">Status</th>
                    <th scope="col">Changed</th>
                  </tr>
                </thead>
                <tbody>
                  ${list.documents.map(row)}
                </tbody>
              </table>`
        }
      </div>
      ${paging(list, filter)}`,
  };
}

function row(document: Document): Html {
  const acted = document.recipients.filter((recipient) => !isOpen(recipient)).length;
  return html`<tr>
    <td>
      <a href="${documentPath(document.id)}" dir="auto">${document.name}</a
      >${document.reference && html`<small>${document.reference}</small>`}
    </td>
    <td>
      ${document.recipients.map(nameOf).join(', ')}<small
        >${acted} of ${document.recipients.length} done</small
      >
    </td>
    <td>${statusBadge(document.status)}</td>
    <td>${time(document.updatedAt)}</td>
  </tr>`;
}

function paging({ page, hasMore }: DocumentList, { status, search }: ListFilter): Html | false {
  if (page === 1 && !hasMore) return false;
  const address = (number: number) => {
    const query = new URLSearchParams();
    if (status) query.set('status', status);
    if (search) query.set('search', search);
    query.set('page', String(number));
    return `/documents?${query.toString()}`;
  };
  return html`<nav class="buttons" aria-label="Pages">
    ${page > 1 && html`<a class="button plain" rel="prev" href="${address(page - 1)}">Newer</a>`}
    <span class="quiet">Page ${page}</span>
    ${hasMore && html`<a class="button plain" rel="next" href="${address(page + 1)}">Older</a>`}
  </nav>`;
}

export interface VoidAttempt {
  reason: string;
  problems: PagesProblem[];
}

export function documentPage(sender: Sender, view: SenderView, attempt: VoidAttempt | null): Page {
  const { document, history } = view;
  const path = documentPath(document.id);
  const open = document.status === 'in_progress';
  const note = open ? null : statusNote(document);
  return {
    title: document.name,
    menu: menu(sender),
    body: html`${notice(sender)}
      <p><a href="/documents">All documents</a></p>
      <div class="between">
        <h1 dir="auto">${document.name}</h1>
        ${statusBadge(document.status)}
      </div>
      ${note && html`<div class="note ${note.tone}"><p>${lines(note.text)}</p></div>`}
      <p class="buttons">
        <a class="button plain" href="${path}/document.pdf">Document (PDF)</a
        >${document.status === 'completed' && html`<a class="button plain" href="${path}/certificate.pdf">Certificate (PDF)</a>`}
      </p>
      <section class="card">
        <h2>Recipients</h2>
        <table class="stack">
          <thead>
            <tr>
              <th scope="col">Role</th>
              <th scope="col">Recipient</th>
              <th scope="col">Status</th>
              <th scope="col">Acted</th>
            </tr>
          </thead>
          <tbody>
            ${document.recipients.map(
              (recipient) =>
                html`<tr>
                  <td>
                    ${recipient.role}<small
                      >${document.sendInOrder && `${recipient.order}. `}${recipient.type}${recipient.inPerson && ', in person'}</small
                    >
                  </td>
                  <td>${nameOf(recipient)}<small>${recipient.email}</small></td>
                  <td>${recipientBadge(recipient.status, recipientStatusWords(recipient))}</td>
                  <td>${time(recipient.completedAt)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        ${open && actions(sender, document, attempt)}
      </section>
      <section class="card">
        <h2>Details</h2>
        <dl>
          ${[
            ['Reference', document.reference],
            ['Note', document.note],
            ['Id', document.id],
            ['Sent', document.sentAt && dateTime(document.sentAt)],
            [open ? 'Open until' : 'Was open until', document.expiresAt && dateTime(document.expiresAt)],
            [
              'E-mails',
              document.sendEmails ? 'Sent by the service' : 'None; the signing links are handed out',
            ],
          ].map(
            ([term, text]) =>
              text &&
              html`<dt>${term}</dt>
                <dd dir="auto">${text}</dd>`,
          )}
        </dl>
      </section>
      ${files(document)}
      <section class="card">
        <h2>History</h2>
        <ol class="history">
          ${history.map(entry)}
        </ol>
      </section>`,
  };
}

/** Pictures and attachments that recipients gave. */
function files(document: Document): Html | false {
  const given = document.fields.flatMap((field) =>
    isGivenFile(field.value) ? [{ field, file: field.value.file }] : [],
  );
  return (
    given.length > 0 &&
    html`<section class="card">
      <h2>Files</h2>
      <dl>
        ${given.map(
          ({ field, file }) =>
            html`<dt dir="auto">${field.name}${field.role !== null && ` (${field.role})`}</dt>
              <dd>
                <a href="${documentPath(document.id)}/file?field=${encodeURIComponent(field.key)}" dir="auto"
                  >${file.name}</a
                >
                <small>${fileSize(file.size)}, SHA-256 <span class="whole">${file.sha256}</span></small>
              </dd>`,
        )}
      </dl>
    </section>`
  );
}

function actions({ session }: Sender, document: Document, attempt: VoidAttempt | null): Html {
  const path = documentPath(document.id);
  const key = html`<input type="hidden" name="form-key" value="${session.formKey}" />`;
  const problems = attempt?.problems.map(({ message }) => message).join(' ') ?? '';
  return html`<div class="buttons">
<form method="post" action="${path}/remind">${key}<button class="plain">Send a reminder</button></form>
</div>
<details${problems && html` open`}>
<summary>Void this document</summary>
<form method="post" action="${path}/void">${key}
<div class="field${problems && ' wrong'}">
<label for="reason">Reason <span class="optional">optional</span></label>
<p class="hint" id="reason-hint">Recipients see it, and it stands in the history. Voiding cannot be undone.</p>
<textarea id="reason" name="reason" rows="3" aria-describedby="reason-hint${problems && ' reason-error'}"${problems && html` aria-invalid="true"`}>${attempt?.reason}</textarea>
${problems && html`<p class="error" id="reason-error" role="alert">${problems}</p>`}
</div>
<p class="buttons"><button class="bad">Void</button></p>
</form>
</details>`;
}

function entry(event: DocumentEvent): Html {
  const details = Object.entries(event.details).map(([key, value]) => `${key}: ${detailText(value)}`);
  const actor = nameOf(event.actor);
  return html`<li>
    <strong>${EVENT_WORDS[event.event]}</strong
    >${actor && html` by ${actor}`}${event.actor.role && html` (${event.actor.role})`}
    <div class="quiet">
      ${time(event.createdAt)}${details.length > 0 && html`<br />${details.join(' · ')}`}
    </div>
  </li>`;
}

function detailText(value: unknown): string {
  if (Array.isArray(value)) return value.map(detailText).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(detailText).join(' ');
  return String(value);
}

export function webhooksPage(sender: Sender, webhooks: Webhook[]): Page {
  return {
    title: 'Webhooks',
    menu: menu(sender),
    body: html`${notice(sender)}
      <h1>Webhooks</h1>
      <p class="quiet">
        Addresses that are told about your documents. They are added and removed over the API.
      </p>
      <div class="card">
        ${
          webhooks.length === 0
            ? html`<p>There are none.</p>`
            : html`<table class="stack">
                <thead>
                  <tr>
                    <th scope="col">Address</th>
                    <th scope="col">Events</th>
                    <th scope="col">Last delivery</th>
                  </tr>
                </thead>
                <tbody>
                  ${webhooks.map(
                    (webhook) =>
                      html`<tr>
                        <td>
                          ${webhook.url}<small>${webhook.source}${!webhook.active && ' (not active)'}</small>
                        </td>
                        <td>${webhook.events.length === 0 ? 'Every kind' : webhook.events.join(', ')}</td>
                        <td>${lastDelivery(webhook)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
        }
      </div>`,
  };
}

function lastDelivery(webhook: Webhook): Html {
  if (!webhook.lastDeliveryAt) return html`None yet`;
  const good = webhook.lastError === '';
  return html`<span class="status ${good ? 'good' : 'bad'}"
      >${good ? 'Delivered' : 'Failed'}${webhook.lastStatus !== null && ` (${webhook.lastStatus})`}</span
    >
    <small>${webhook.lastEvent}, ${time(webhook.lastDeliveryAt)}</small
    >${!good && html`<small>${webhook.lastError}</small>`}`;
}

export function documentPath(id: string): string {
  return `/documents/${encodeURIComponent(id)}`;
}

function menu({ account, session }: Sender): Html {
  return html`<nav class="menu">
    <a href="/documents">Documents</a><a href="/webhooks">Webhooks</a>
    <span class="quiet">${nameOf(account)}</span>
    <form method="post" action="/sign-out">
      <input type="hidden" name="form-key" value="${session.formKey}" /><button class="link">Sign out</button>
    </form>
  </nav>`;
}

function notice({ notice }: Sender): Html | null {
  return notice === null ? null : html`<p class="note good" role="status">${notice}</p>`;
}

function statusBadge(status: DocumentStatus): Html {
  const tone = {
    draft: '',
    in_progress: 'open',
    completed: 'good',
    declined: 'bad',
    voided: 'bad',
    expired: 'bad',
  }[status];
  return html`<span class="status ${tone}">${DOCUMENT_STATUS_WORDS[status]}</span>`;
}

function recipientBadge(status: Document['recipients'][number]['status'], words: string): Html {
  const tone = status === 'signed' || status === 'approved' ? 'good' : status === 'declined' ? 'bad' : '';
  return html`<span class="status ${tone}">${words}</span>`;
}

function time(at: string | null): Html | false {
  return at !== null && html`<time datetime="${at}">${dateTime(at)}</time>`;
}
