import { LIMITS } from '../domain/limits.ts';
import { EVENT_KINDS, type EventKind } from '../domain/types.ts';
import { jsonText } from './answer.ts';
import type { Endpoint } from './operation.ts';
import type { ApiServices } from './services.ts';

export function eventEndpoints({ actions }: ApiServices): Endpoint[] {
  return [
    {
      operation: {
        id: 'listEvents',
        method: 'GET',
        path: '/events',
        tag: 'Events and webhooks',
        summary: 'The latest events, newest first, in the shape that webhooks deliver',
        query: {
          type: { type: 'string', enum: EVENT_KINDS },
          limit: { type: 'integer', minimum: 1, maximum: LIMITS.events, default: LIMITS.eventsDefault },
        },
        success: { status: 200, description: 'The events.', schema: 'Events' },
        errors: { 422: 'A filter is not valid.' },
      },
      handle({ account, query }) {
        const { type, limit = LIMITS.eventsDefault } = query as { type?: EventKind; limit?: number };
        return jsonText(`{"data":[${actions.store.events.latest(account.id, type, limit).join()}]}`);
      },
    },
  ];
}
