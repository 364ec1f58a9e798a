import { FILE_BYTES, isFileField } from '../domain/given-files.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Document, DocumentField, Recipient } from '../domain/types.ts';
import { BLANK, documentContent, fieldSpan, signatureOf } from '../pdf/content.ts';
import type { ContentSpan } from '../pdf/content.ts';
import { dateOnly, dateTime, isOpen, nameOf, recipientStatusWords, statusNote } from '../pdf/wording.ts';
import { html, lines } from './html.ts';
import type { Html } from './html.ts';
import type { PagesProblem, Signature, SigningView } from './port.ts';
import type { Page } from './shell.ts';
import { askedFields, first, isTicked, shownText } from './signing-form.ts';
import type { SigningFields } from './signing-form.ts';

export interface SigningAttempt {
  given: SigningFields;
  problems: PagesProblem[];
}

/** The page of one recipient: the document, and what the recipient can do with it now. */
export function signingPage(view: SigningView, attempt: SigningAttempt | null): Page {
  const { document, recipient, sender } = view;
  const canAct = mayAct(document, recipient);
  const fields = askedFields(document, recipient);
  const ids = new Map(fields.map((field, index) => [field.key, `field-${index + 1}`]));
  const problems = attempt?.problems ?? [];
  const act = recipient.type === 'approver' ? 'Approve' : 'Sign';
  const pdf = `/sign/${encodeURIComponent(recipient.signingKey)}/document.pdf`;
  return {
    title: `${problems.length > 0 ? 'Problem: ' : ''}${document.name}`,
    drawing: canAct && recipient.type === 'signer',
    body: html`<div class="narrow">
      ${problems.length > 0 && problemList(problems, ids)}
      <h1 dir="auto">${document.name}</h1>
      <p class="quiet">
        From ${nameOf(sender)}${sender.company && html`, ${sender.company}`} to ${nameOf(recipient)}
        (${recipient.role})${document.reference && html` · Reference <span class="whole">${document.reference}</span>`}
      </p>
      ${stateNote(view)}
      ${document.note.trim() && html`<p class="note" dir="auto">${lines(document.note)}</p>`}
      <p class="buttons">
        <a class="button plain" href="${pdf}">Open as PDF</a
        >${canAct && html` <a href="#act">Go to ${recipient.type === 'approver' ? 'approving' : 'signing'}</a>`}
      </p>
      <article class="card paper" aria-label="The document">
        ${paper(document, recipient, canAct ? ids : new Map<string, string>())}
      </article>
      ${canAct && form(view, fields, ids, attempt, act)}
    </div>`,
  };
}

export function mayAct(document: Document, recipient: Recipient): boolean {
  return document.status === 'in_progress' && (recipient.status === 'sent' || recipient.status === 'viewed');
}

/** Where the recipient stands, when there is something to say. */
function stateNote({ document, recipient, sender }: SigningView): Html | false {
  const note = (tone: string, title: string, text: string) =>
    html`<div class="note ${tone}" role="status">
      <p><strong>${title}</strong> ${text}</p>
    </div>`;
  const done =
    recipient.status === 'signed' || recipient.status === 'approved'
      ? `You ${recipient.status} this document${recipient.completedAt ? ` on ${dateTime(recipient.completedAt)}` : ''}.`
      : '';
  if (document.status === 'completed') {
    return note(
      'good',
      'Completed.',
      `${done} Everybody has acted; the PDF is the finished document.`.trim(),
    );
  }
  const finished = document.status === 'in_progress' ? null : statusNote(document);
  if (finished) return note(finished.tone, `${finished.title}.`, `${finished.text} ${done}`.trim());
  if (done) return note('good', 'Thank you.', `${done} It is completed once everybody else has acted.`);
  if (recipient.status === 'waiting') {
    return note(
      '',
      'It is not your turn yet.',
      `${nameOf(sender)} has set an order; you will be asked when it is your turn.`,
    );
  }
  if (recipient.status === 'skipped') {
    return note('', 'Nothing to do.', `${nameOf(sender)} goes on without your part.`);
  }
  if (recipient.status === 'declined') return note('bad', 'Declined.', 'You declined this document.');
  return document.expiresAt ? html`<p class="quiet">Open until ${dateOnly(document.expiresAt)}.</p>` : false;
}

function paper(document: Document, recipient: Recipient, ids: Map<string, string>): Html {
  const { blocks, unmentioned } = documentContent(document);
  const span = (part: ContentSpan): Html => {
    switch (part.kind) {
      case 'text':
        return lines(part.text);
      case 'value':
        return html`<span class="value" dir="auto">${part.text}</span>`;
      case 'signature':
        return mark(part.value);
      case 'blank': {
        const id = ids.get(part.field.key);
        return id
          ? html`<a class="blank" href="#${id}">${BLANK}<span class="quiet"> (${part.field.name})</span></a>`
          : html`<span class="blank">${BLANK}</span>`;
      }
    }
  };
  return html`${blocks.map((block) => {
      if (block.kind === 'page-break') return html`<hr class="page-break" />`;
      const content = block.spans.map(span);
      return block.kind === 'heading'
        ? html`<h2 dir="auto">${content}</h2>`
        : html`<p dir="auto">${content}</p>`;
    })}
    ${unmentioned.map(
      ({ role, fields }) =>
        html`<h2>${role ?? 'Details'}</h2>
          <dl>
            ${fields.map(
              (field) =>
                html`<dt>${field.name}</dt>
                  <dd>${span(fieldSpan(field))}</dd>`,
            )}
          </dl>`,
    )}
    <h2>Signatures</h2>
    <dl>
      ${document.recipients.map((other) => {
        const signature = signatureOf(document, other.role);
        const status = isOpen(other) && other.status !== 'waiting' ? 'Not yet' : recipientStatusWords(other);
        return html`<dt>${other.role}</dt>
          <dd>
            ${signature && html`${mark(signature)}<br />`}${nameOf(other)}${
              other.signingKey === recipient.signingKey && ' (you)'
            }<br /><span class="quiet"
              >${status}${other.completedAt && ` on ${dateTime(other.completedAt)}`}</span
            >
          </dd>`;
      })}
    </dl>`;
}

function mark(signature: Signature): Html {
  return 'text' in signature
    ? html`<span class="mark" dir="auto">${signature.text}</span>`
    : html`<img class="mark" alt="Drawn by hand" src="${signature.image}" />`;
}

function problemList(problems: PagesProblem[], ids: Map<string, string>): Html {
  return html`<div class="problems" role="alert">
    <h2>
      ${problems.length === 1 ? 'One thing is missing or wrong' : `${problems.length} things are missing or wrong`}
    </h2>
    <ul>
      ${problems.map(({ field, message }) => {
        const id = field === undefined ? undefined : (ids.get(field) ?? ACT_IDS[field]);
        return html`<li>${id ? html`<a href="#${id}">${message}</a>` : message}</li>`;
      })}
    </ul>
  </div>`;
}

/** Anchors of what the form asks besides fields. */
const ACT_IDS: Record<string, string> = { signature: 'signature', consent: 'consent', reason: 'reason' };

function form(
  { recipient, sender }: SigningView,
  fields: DocumentField[],
  ids: Map<string, string>,
  attempt: SigningAttempt | null,
  act: string,
): Html {
  const given = attempt?.given ?? null;
  const wrong = new Map<string, string[]>();
  for (const { field, message } of attempt?.problems ?? []) {
    if (field !== undefined) wrong.set(field, [...(wrong.get(field) ?? []), message]);
  }
  const action = `/sign/${encodeURIComponent(recipient.signingKey)}`;
  const files = fields.some(({ type }) => isFileField(type));
  const signing = recipient.type === 'signer';
  return html`<form class="card" id="act" method="post" action="${action}"${files && html` enctype="multipart/form-data"`} novalidate>
<h2>${fields.length > 0 ? 'Your part' : act}</h2>
${fields.map((field) => control(field, ids.get(field.key)!, given, wrong.get(field.key) ?? []))}
${
  signing &&
  html`${input({
      id: 'signature',
      label: 'Your name, as your signature',
      errors: wrong.get('signature') ?? [],
      control: (described) =>
        html`<input
          class="signature"
          type="text"
          id="signature"
          name="signature"
          value="${first(given?.['signature'])}"
          autocomplete="name"
          maxlength="${LIMITS.signature}"
          ${described}
        />`,
    })}
    <div class="field" data-draw hidden>
      <p class="hint">Or draw it:</p>
      <canvas
        width="600"
        height="180"
        role="img"
        aria-label="Draw your signature here, or type your name above"
      ></canvas>
      <button type="button" class="link">Clear the drawing</button>
      <input type="hidden" name="signature-image" value="" />
    </div>`
}
${input({
  id: 'consent',
  errors: wrong.get('consent') ?? [],
  control: (described) =>
    html`<label class="choice"
      ><input
        type="checkbox"
        id="consent"
        name="consent"
        value="yes"
        ${first(given?.['consent']) === 'yes' && html` checked`}${described}
      />
      <span
        >I have read this document and
        ${signing ? 'sign it; my name or drawing above is my signature' : 'approve it'}.</span
      ></label
    >`,
})}
<p class="buttons"><button name="action" value="${signing ? 'sign' : 'approve'}">${act}</button></p>
</form>
<form class="card" method="post" action="${action}" novalidate>
<details${(first(given?.['action']) === 'decline' || wrong.has('reason')) && html` open`}>
<summary>I do not want to ${act.toLowerCase()}</summary>
${input({
  id: 'reason',
  label: 'Reason',
  optional: true,
  hint: `${nameOf(sender)} is told. Nobody can sign the document afterwards.`,
  errors: wrong.get('reason') ?? [],
  control: (described) =>
    html`<textarea id="reason" name="reason" rows="3" ${described}>${first(given?.['reason'])}</textarea>`,
})}
<p class="buttons"><button class="bad" name="action" value="decline">Decline</button></p>
</details>
</form>`;
}

function control(field: DocumentField, id: string, given: SigningFields | null, errors: string[]): Html {
  const name = `field:${field.key}`;
  const optional = !field.required;
  const common = { id, label: field.name, optional, errors };
  const text = shownText(field, given);
  switch (field.type) {
    case 'checkbox':
      // The empty value before the boxes says that the field was asked, also when none is ticked.
      if (field.options.length === 0) {
        return input({
          ...common,
          label: undefined,
          control: (described) =>
            html`<input type="hidden" name="${name}" value="" /><label class="choice"
                ><input
                  type="checkbox"
                  id="${id}"
                  name="${name}"
                  value="yes"
                  ${isTicked(field, 'yes', given) && html` checked`}${described}
                />
                <span>${field.name}${optional && html` <span class="optional">optional</span>`}</span></label
              >`,
        });
      }
      return choices(field, { ...common, type: 'checkbox', given });
    case 'radio':
      return choices(field, { ...common, type: 'radio', given });
    case 'dropdown':
      return input({
        ...common,
        control: (described) =>
          html`<select id="${id}" name="${name}" ${described}>
            <option value="">Choose …</option>
            ${field.options.map(
              (option) =>
                html`<option${option === text && html` selected`} value="${option}">${option}</option>`,
            )}
          </select>`,
      });
    case 'date': {
      // A browser would drop what is not a date; shown as text, it can be mended.
      const isDate = text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text);
      return input({
        ...common,
        hint: isDate ? undefined : `For instance ${field.format || 'yyyy-MM-dd'}`,
        control: (described) =>
          html`<input
            type="${isDate ? 'date' : 'text'}"
            id="${id}"
            name="${name}"
            value="${text}"
            ${described}
          />`,
      });
    }
    case 'picture':
    case 'attachment': {
      const picture = field.type === 'picture';
      const most = FILE_BYTES[field.type] / 1024 / 1024;
      return input({
        ...common,
        // Browsers never put a chosen file back into a form.
        hint: `${picture ? 'A PNG or JPEG picture' : 'A file'} of at most ${most} MB.${given ? ' If you had chosen one, choose it again.' : ''}`,
        control: (described) =>
          html`<input
            type="file"
            id="${id}"
            name="${name}"
            ${picture && html` accept="image/png,image/jpeg"`}
            ${described}
          />`,
      });
    }
    case 'number':
      return input({
        ...common,
        control: (described) =>
          html`<input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            id="${id}"
            name="${name}"
            value="${text}"
            ${described}
          />`,
      });
    default: {
      const long = text.length > 60 || text.includes('\n');
      return input({
        ...common,
        control: (described) =>
          long
            ? html`<textarea id="${id}" name="${name}" rows="4" dir="auto" ${described}>${text}</textarea>`
            : html`<input type="text" id="${id}" name="${name}" value="${text}" dir="auto" ${described} />`,
      });
    }
  }
}

interface InputParts {
  id: string;
  label?: string | undefined;
  optional?: boolean;
  hint?: string | undefined;
  errors: string[];
  /** Markup of the control, given the attributes that tie it to its hint and errors. */
  control: (described: Html) => Html;
}

function input({ id, label, optional, hint, errors, control }: InputParts): Html {
  return html`<div class="field${errors.length > 0 && ' wrong'}">
    ${label !== undefined && html`<label for="${id}" dir="auto">${label}${optional && html` <span class="optional">optional</span>`}</label>`}
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${control(described(id, hint !== undefined, errors))} ${errorText(id, errors)}
  </div>`;
}

interface ChoiceParts {
  id: string;
  label: string;
  optional: boolean;
  errors: string[];
  type: 'checkbox' | 'radio';
  given: SigningFields | null;
}

function choices(field: DocumentField, { id, label, optional, errors, type, given }: ChoiceParts): Html {
  const name = `field:${field.key}`;
  return html`<fieldset
    class="field${errors.length > 0 && ' wrong'}"
    id="${id}"
    ${described(id, false, errors)}
  >
    <legend dir="auto">${label}${optional && html` <span class="optional">optional</span>`}</legend>
    <input type="hidden" name="${name}" value="" />
    ${field.options.map(
      (option) =>
        html`<label class="choice"
          ><input
            type="${type}"
            name="${name}"
            value="${option}"
            ${isTicked(field, option, given) && html` checked`}
          />
          <span dir="auto">${option}</span></label
        >`,
    )}
    ${errorText(id, errors)}
  </fieldset>`;
}

function described(id: string, hint: boolean, errors: string[]): Html {
  const by = [hint ? `${id}-hint` : '', errors.length > 0 ? `${id}-error` : ''].filter(Boolean).join(' ');
  return html`${by && html` aria-describedby="${by}"`}${errors.length > 0 && html` aria-invalid="true"`}`;
}

function errorText(id: string, errors: string[]): Html | false {
  return errors.length > 0 && html`<p class="error" id="${id}-error">${errors.join(' ')}</p>`;
}
