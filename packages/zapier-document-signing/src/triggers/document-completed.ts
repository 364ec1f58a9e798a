import { ApiError, type Recipient, type SigningEvent } from '@document-signing/shared';
import type { Trigger, ZObject } from 'zapier-platform-core';
import { recipientItems, recipientOutputs } from '../documents.ts';
import { completedFiles } from '../hydrators.ts';
import { objectsOf, type Call } from '../operation.ts';
import sample from '../samples/event-document-completed.json' with { type: 'json' };
import { eventItem, hookTrigger, type EventItem } from './hook.ts';

/** `document.completed`, with the PDF and the certificate as files, and the document's recipients. */
export const documentCompleted: Trigger = hookTrigger({
  key: 'document_completed',
  display: {
    label: 'Document Completed',
    description: 'Triggers when everyone has signed or approved a document, and gives the sealed PDF.',
  },
  kinds: () => ['document.completed'],
  items: {
    one: async (event, call) => item(call.z, event, await recipientsOf(event, call)),
    many: async (events, call) => {
      const recipients = await recipientsOfAll(events, call);
      return events.map((event, index) => item(call.z, event, recipients[index] ?? []));
    },
  },
  outputFields: [
    ...recipientOutputs(),
    { key: 'pdf', label: 'PDF', type: 'file' },
    { key: 'certificate', label: 'Certificate', type: 'file' },
  ],
  sample,
});

function item(z: ZObject, event: SigningEvent, recipients: Recipient[]): EventItem {
  const plain = eventItem(event);
  return { ...plain, recipients: recipientItems(recipients), ...completedFiles(z, event.document?.id ?? '') };
}

/** Milliseconds: the event is worth more to the Zap than the recipients, so they must not keep it waiting long. */
const RECIPIENTS_WAIT = 8_000;

/** The event must reach the Zap also where the document cannot be read just now: then without recipients. */
async function recipientsOf(event: SigningEvent, { clientWithin }: Call): Promise<Recipient[]> {
  const client = clientWithin(RECIPIENTS_WAIT);
  return readable(async () => (await client.document(event.document?.id ?? '')).recipients);
}

/** A sample's few documents are read one by one, at once; more of them in one list. */
async function recipientsOfAll(events: SigningEvent[], call: Call): Promise<Recipient[][]> {
  if (call.bundle.meta?.isLoadingSample === true)
    return Promise.all(events.map((event) => recipientsOf(event, call)));
  const documents = new Map<string, Recipient[]>();
  await readable(async () => {
    const { data } = await call.clientWithin(RECIPIENTS_WAIT).documents({ status: 'completed', limit: 100 });
    for (const { id, recipients } of objectsOf(data)) documents.set(id, recipients);
    return [];
  });
  return events.map(({ document }) => documents.get(document?.id ?? '') ?? []);
}

async function readable(read: () => Promise<Recipient[]>): Promise<Recipient[]> {
  try {
    return objectsOf(await read());
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
