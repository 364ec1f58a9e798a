import type { SigningDocument } from '@document-signing/shared';
import { defineTrigger, type Trigger } from 'zapier-platform-core';
import { documentItem, documentOutputs } from '../documents.ts';
import { objectsOf, operation } from '../operation.ts';
import sample from '../samples/document-listed.json' with { type: 'json' };

/** The dropdown of documents: `GET /documents`, a page at a time (section 4). */
export const documentList: Trigger = defineTrigger({
  key: 'document_list',
  noun: 'Document',
  display: {
    label: 'Document List',
    description: 'Triggers when a document is sent, and fills the dropdown of documents.',
    hidden: true,
  },
  operation: {
    type: 'polling',
    canPaginate: true,
    perform: operation(async ({ client, bundle }) => {
      const { data } = await client.documents({ limit: 100, page: (bundle.meta?.page ?? 0) + 1 });
      return objectsOf(data).map((document) => ({
        ...documentItem(document),
        id: document.id,
        title: titleOf(document),
      }));
    }),
    outputFields: [{ key: 'title', label: 'Title', type: 'string' }, ...documentOutputs],
    sample,
  },
});

/** Documents of one template share its name: what tells them apart is whom they went to, and when. */
function titleOf({ name, reference, recipients, sentAt, status }: SigningDocument): string {
  const people = objectsOf(recipients)
    .map((person) => person.name || person.email)
    .join(', ');
  const facts = [reference, people, sentAt?.slice(0, 10), status?.replaceAll('_', ' ')].filter(Boolean);
  const title = name ?? '';
  return facts.length > 0 ? `${title} (${facts.join(' · ')})` : title;
}
