import { documentNotFound, mustOwn } from '../actions/move.ts';
import { readCertificate, readPdf } from '../actions/read-file.ts';
import { remind } from '../actions/remind.ts';
import { voidDocument } from '../actions/void.ts';
import { parseDateTime } from '../domain/date-pattern.ts';
import { hasControlCharacter } from '../domain/field-values.ts';
import { historyEntry } from '../domain/history.ts';
import { invalidRequest } from '../domain/refusal.ts';
import { DOCUMENT_STATUSES } from '../domain/types.ts';
import type { DocumentFilter } from '../store/documents.ts';
import { json, jsonText, pdf } from './answer.ts';
import type { Endpoint } from './operation.ts';
import { PAGING, paging } from './paging.ts';
import type { ApiServices } from './services.ts';
import { documentView, pageAnswer, withBaseAddress } from './views.ts';

const NOT_FOUND = 'No such document, or not the caller’s.';

export function documentEndpoints({ actions, baseUrl }: ApiServices): Endpoint[] {
  const { store } = actions;

  const answered = (view: string) => jsonText(withBaseAddress(view, baseUrl()));

  return [
    {
      operation: {
        id: 'listDocuments',
        method: 'GET',
        path: '/documents',
        tag: 'Documents',
        summary: 'The documents the caller sent, most recently changed first',
        query: {
          status: { type: 'string', enum: DOCUMENT_STATUSES },
          reference: { type: 'string', description: 'Exact match.' },
          templateId: { type: 'string' },
          search: { type: 'string', description: 'Part of the name.' },
          updatedSince: { type: 'string', format: 'date-time', description: 'Changed after this time.' },
          ...PAGING,
        },
        success: { status: 200, description: 'A page of documents.', schema: 'DocumentPage' },
        errors: { 422: 'A filter is not valid.' },
      },
      handle({ account, query }) {
        const { limit, page } = paging(query);
        const { updatedSince, ...others } = query;
        const filter = { ...others, limit, page } as DocumentFilter;
        if (updatedSince !== undefined) filter.updatedSince = parseDateTime(String(updatedSince)) ?? 0;
        const { items, hasMore } = store.documents.views(account.id, filter);
        return answered(pageAnswer(items, page, limit, hasMore));
      },
    },
    {
      operation: {
        id: 'getDocument',
        method: 'GET',
        path: '/documents/{id}',
        tag: 'Documents',
        summary: 'One document',
        success: { status: 200, description: 'The document.', schema: 'Document' },
        errors: { 404: NOT_FOUND },
      },
      handle({ account, id }) {
        const view = store.documents.view(id, account.id);
        if (view === null) throw documentNotFound();
        return answered(view);
      },
    },
    {
      operation: {
        id: 'getDocumentFile',
        method: 'GET',
        path: '/documents/{id}/file',
        tag: 'Documents',
        summary: 'The document’s PDF as it is now, signed and sealed once completed',
        success: { status: 200, description: 'The PDF.', pdf: true },
        errors: { 404: NOT_FOUND },
      },
      async handle({ account, id }) {
        mustOwn(actions, id, account.id);
        const { document, bytes } = await readPdf(actions, id);
        return pdf(bytes, `${document.name}.pdf`);
      },
    },
    {
      operation: {
        id: 'getDocumentCertificate',
        method: 'GET',
        path: '/documents/{id}/certificate',
        tag: 'Documents',
        summary: 'The completion certificate',
        success: { status: 200, description: 'The certificate as PDF.', pdf: true },
        errors: { 404: NOT_FOUND, 409: 'The document is not completed.' },
      },
      async handle({ account, id }) {
        mustOwn(actions, id, account.id);
        const { document, bytes } = await readCertificate(actions, id);
        return pdf(bytes, `${document.name} - certificate.pdf`);
      },
    },
    {
      operation: {
        id: 'getDocumentHistory',
        method: 'GET',
        path: '/documents/{id}/history',
        tag: 'Documents',
        summary: 'What happened to the document, oldest first',
        success: { status: 200, description: 'The history.', schema: 'History' },
        errors: { 404: NOT_FOUND },
      },
      handle({ account, id }) {
        mustOwn(actions, id, account.id);
        return json({ data: store.events.ofDocument(id).map(historyEntry) });
      },
    },
    {
      operation: {
        id: 'remindDocument',
        method: 'POST',
        path: '/documents/{id}/remind',
        tag: 'Documents',
        summary: 'E-mail everyone still to sign; in a signing order only the one whose turn it is',
        success: { status: 200, description: 'Who was reminded.', schema: 'Reminded' },
        errors: { 404: NOT_FOUND, 409: 'The document is not out for signature.' },
      },
      handle({ account, id }) {
        const to = remind(actions, account.id, id);
        return json({ sent: to.length, to });
      },
    },
    {
      operation: {
        id: 'voidDocument',
        method: 'POST',
        path: '/documents/{id}/void',
        tag: 'Documents',
        summary: 'Void a document that is out for signature',
        body: { schema: 'VoidRequest', required: false },
        success: { status: 200, description: 'The document, voided.', schema: 'Document' },
        errors: {
          404: NOT_FOUND,
          409: 'The document is already finished.',
          422: 'Something is wrong in what was sent; `details.problems` lists every problem.',
        },
      },
      handle({ account, id, body, bodyProblems }) {
        mustOwn(actions, id, account.id);
        const problems = bodyProblems.map(({ message }) => message);
        const { reason, notify } = (body ?? {}) as { reason?: string; notify?: boolean };
        if (typeof reason === 'string' && hasControlCharacter(reason)) {
          problems.push('"reason" contains a control character that cannot be printed; remove it.');
        }
        if (problems.length > 0) throw invalidRequest(problems);
        return answered(documentView(voidDocument(actions, account.id, id, { reason, notify })));
      },
    },
  ];
}
