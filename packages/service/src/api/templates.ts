import { send } from '../actions/send.ts';
import { Refusal } from '../domain/refusal.ts';
import type { SendRequest } from '../domain/send-request.ts';
import { jsonText } from './answer.ts';
import type { Endpoint } from './operation.ts';
import { PAGING, paging } from './paging.ts';
import type { ApiServices } from './services.ts';
import { documentView, pageAnswer, withBaseAddress, withSigningLinks } from './views.ts';

const NOT_FOUND = 'No such template, or not the caller’s.';

export function templateEndpoints(services: ApiServices): Endpoint[] {
  const { actions, baseUrl, publicUrl } = services;
  const { templates } = actions.store;

  const text = (id: string, accountId: string, which: 'detail' | 'schema') => {
    const found = templates.text(id, accountId, which);
    if (found === null) throw new Refusal('not_found', 'There is no such template.');
    return jsonText(found);
  };

  return [
    {
      operation: {
        id: 'listTemplates',
        method: 'GET',
        path: '/templates',
        tag: 'Templates',
        summary: 'The caller’s templates and those shared with the caller, most recently changed first',
        query: { search: { type: 'string', description: 'Part of the name.' }, ...PAGING },
        success: { status: 200, description: 'A page of templates.', schema: 'TemplatePage' },
        errors: { 422: 'A filter is not valid.' },
      },
      handle({ account, query }) {
        const { limit, page } = paging(query);
        const { items, hasMore } = templates.list(account.id, String(query['search'] ?? ''), limit, page);
        return jsonText(pageAnswer(items, page, limit, hasMore));
      },
    },
    {
      operation: {
        id: 'getTemplate',
        method: 'GET',
        path: '/templates/{id}',
        tag: 'Templates',
        summary: 'One template with its fields',
        success: { status: 200, description: 'The template.', schema: 'TemplateDetail' },
        errors: { 404: NOT_FOUND },
      },
      handle: ({ account, id }) => text(id, account.id, 'detail'),
    },
    {
      operation: {
        id: 'getTemplateSchema',
        method: 'GET',
        path: '/templates/{id}/schema',
        tag: 'Templates',
        summary: 'The JSON Schema of the send request body for this template',
        success: { status: 200, description: 'The schema.', schema: 'TemplateSchema' },
        errors: { 404: NOT_FOUND },
      },
      handle: ({ account, id }) => text(id, account.id, 'schema'),
    },
    {
      operation: {
        id: 'sendTemplate',
        method: 'POST',
        path: '/templates/{id}/send',
        tag: 'Templates',
        summary: 'Create a document from the template and send it',
        body: { schema: 'SendRequest', required: true },
        success: { status: 201, description: 'The document, out for signature.', schema: 'Document' },
        errors: {
          402: 'The plan allowance is used up.',
          404: NOT_FOUND,
          422: 'Something is missing or wrong; `details.problems` lists every problem.',
        },
      },
      handle({ account, tokenId, id, body, bodyProblems }) {
        // Recipients and fields are matched with the template, which says more than the schema's "no variant fits".
        const shape = bodyProblems.filter(({ at }) => !/^\/(recipients|fields)(\/|$)/.test(at));
        const request = (typeof body === 'object' && !Array.isArray(body) && body ? body : {}) as SendRequest;
        const document = send(
          actions,
          { account, tokenId },
          id,
          request,
          shape.map(({ message }) => message),
        );
        const view = withBaseAddress(documentView(document), baseUrl());
        if (document.sendEmails) return jsonText(view, 201);
        const links = document.recipients.map(({ role, email, signingKey }) => ({
          role,
          email,
          url: `${publicUrl()}/sign/${signingKey}`,
        }));
        return jsonText(withSigningLinks(view, links), 201);
      },
    },
  ];
}
