import type { Trigger } from 'zapier-platform-core';
import { documentCompleted } from './document-completed.ts';
import { documentEvents } from './document-events.ts';
import { documentList } from './document-list.ts';
import { event } from './event.ts';
import { templateList } from './template-list.ts';

export const triggers: Record<string, Trigger> = Object.fromEntries(
  [documentCompleted, ...documentEvents, event, templateList, documentList].map((trigger) => [
    trigger.key,
    trigger,
  ]),
);
