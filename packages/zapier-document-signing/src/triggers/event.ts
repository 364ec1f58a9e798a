import { EVENT_LABELS } from '@document-signing/shared';
import type { Trigger } from 'zapier-platform-core';
import { text } from '../operation.ts';
import sample from '../samples/event-document-sent.json' with { type: 'json' };
import { hookTrigger } from './hook.ts';

/** Any kind of event (section 6), or those that are chosen. */
export const event: Trigger = hookTrigger({
  key: 'event',
  display: {
    label: 'Document Event',
    description: 'Triggers when one of the chosen events happens to a document.',
  },
  inputFields: [
    {
      key: 'events',
      label: 'Events',
      type: 'string',
      list: true,
      choices: EVENT_LABELS.map(({ kind, label }) => ({ value: kind, sample: kind, label })),
      helpText: 'Leave empty to trigger on every event.',
    },
  ],
  // One mapped value may hold several kinds, with commas between.
  kinds: ({ events }) =>
    (Array.isArray(events) ? events : [events])
      .flatMap((kinds) => text(kinds).split(/[\s,]+/))
      .filter(Boolean),
  sample,
});
