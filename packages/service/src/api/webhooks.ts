import { createWebhook, type WebhookRequest } from '../actions/create-webhook.ts';
import { Refusal } from '../domain/refusal.ts';
import { EVENT_KINDS } from '../domain/types.ts';
import { json, noContent } from './answer.ts';
import type { Endpoint } from './operation.ts';
import type { ApiServices } from './services.ts';
import { webhookView } from './views.ts';

const NOT_FOUND = 'No such webhook.';

export function webhookEndpoints({ actions, baseUrl, forbidPrivateWebhooks }: ApiServices): Endpoint[] {
  const { webhooks } = actions.store;
  return [
    {
      operation: {
        id: 'listWebhooks',
        method: 'GET',
        path: '/webhooks',
        tag: 'Events and webhooks',
        summary: 'The account’s webhooks, and the event kinds that exist',
        success: { status: 200, description: 'The webhooks.', schema: 'Webhooks' },
      },
      handle: ({ account }) =>
        json({ data: webhooks.list(account.id).map(webhookView), events: EVENT_KINDS }),
    },
    {
      operation: {
        id: 'createWebhook',
        method: 'POST',
        path: '/webhooks',
        tag: 'Events and webhooks',
        summary: 'Subscribe an address to events; at most 25 per account',
        body: { schema: 'WebhookRequest', required: true },
        success: {
          status: 201,
          description: 'The webhook.',
          schema: 'Webhook',
          headers: { Location: 'The address to send DELETE to in order to unsubscribe.' },
        },
        errors: { 422: 'The URL or an event is not accepted, or there are 25 webhooks already.' },
      },
      handle({ account, body, bodyProblems }) {
        const request = (
          typeof body === 'object' && !Array.isArray(body) && body ? body : {}
        ) as WebhookRequest;
        const webhook = createWebhook(
          actions,
          account.id,
          request,
          { forbidPrivate: forbidPrivateWebhooks },
          bodyProblems.map(({ message }) => message),
        );
        return json(webhookView(webhook), 201, {
          location: `${baseUrl()}/webhooks/${encodeURIComponent(webhook.id)}`,
        });
      },
    },
    {
      operation: {
        id: 'getWebhook',
        method: 'GET',
        path: '/webhooks/{id}',
        tag: 'Events and webhooks',
        summary: 'One webhook, with its last delivery',
        success: { status: 200, description: 'The webhook.', schema: 'Webhook' },
        errors: { 404: NOT_FOUND },
      },
      handle({ account, id }) {
        const webhook = webhooks.get(id, account.id);
        if (!webhook) throw new Refusal('not_found', 'There is no such webhook.');
        return json(webhookView(webhook));
      },
    },
    {
      operation: {
        id: 'deleteWebhook',
        method: 'DELETE',
        path: '/webhooks/{id}',
        tag: 'Events and webhooks',
        summary: 'Unsubscribe',
        success: { status: 204, description: 'Unsubscribed.' },
        errors: { 404: NOT_FOUND },
      },
      handle({ account, id }) {
        if (!webhooks.remove(id, account.id)) throw new Refusal('not_found', 'There is no such webhook.');
        return noContent();
      },
    },
  ];
}
