import { defineCreate, type Create } from 'zapier-platform-core';
import { documentInput, onDocument } from '../documents.ts';
import { operation } from '../operation.ts';
import sample from '../samples/reminder.json' with { type: 'json' };

/** `POST /documents/{id}/remind` (section 4). */
export const sendReminder: Create = defineCreate({
  key: 'send_reminder',
  noun: 'Reminder',
  display: {
    label: 'Send Reminder',
    description:
      'Emails everyone who still has to sign a document; in a signing order, only the one whose turn it is.',
  },
  operation: {
    inputFields: [documentInput],
    perform: operation((call) => onDocument(call, async (id) => ({ id, ...(await call.client.remind(id)) }))),
    outputFields: [
      { key: 'id', label: 'Document ID', type: 'string', primary: true },
      { key: 'sent', label: 'Number of Emails', type: 'integer' },
      { key: 'to', label: 'Reminded', type: 'string', list: true },
    ],
    sample,
  },
});
