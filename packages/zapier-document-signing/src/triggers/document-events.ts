import type { EventKind } from '@document-signing/shared';
import type { Trigger } from 'zapier-platform-core';
import approved from '../samples/event-document-approved.json' with { type: 'json' };
import declined from '../samples/event-document-declined.json' with { type: 'json' };
import sent from '../samples/event-document-sent.json' with { type: 'json' };
import signed from '../samples/event-document-signed.json' with { type: 'json' };
import viewed from '../samples/event-document-viewed.json' with { type: 'json' };
import voided from '../samples/event-document-voided.json' with { type: 'json' };
import { hookTrigger } from './hook.ts';

/** Triggers on one kind of event each, which give it as it is (section 6). */

const reason = { key: 'details__reason', label: 'Reason', type: 'string' } as const;

function on(kind: EventKind, label: string, description: string, sample: Record<string, unknown>): Trigger {
  return hookTrigger({
    key: kind.replace('.', '_'),
    display: { label, description },
    kinds: () => [kind],
    outputFields: 'reason' in (sample.details as object) ? [reason] : [],
    sample,
  });
}

export const documentEvents: Trigger[] = [
  on('document.sent', 'Document Sent', 'Triggers when a document is sent for signature.', sent),
  on(
    'document.viewed',
    'Document Viewed',
    'Triggers when a recipient opens a document for the first time.',
    viewed,
  ),
  on('document.signed', 'Document Signed', 'Triggers when a recipient signs a document.', signed),
  on('document.approved', 'Document Approved', 'Triggers when an approver approves a document.', approved),
  on('document.declined', 'Document Declined', 'Triggers when a recipient declines a document.', declined),
  on('document.voided', 'Document Voided', 'Triggers when a document is voided.', voided),
];
