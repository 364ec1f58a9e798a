import type { Create } from 'zapier-platform-core';
import sample from '../samples/document-file.json' with { type: 'json' };
import { downloadStep } from './download.ts';

/** `GET /documents/{id}/file` (section 4). */
export const downloadDocument: Create = downloadStep({
  key: 'download_document',
  noun: 'PDF',
  display: {
    label: 'Download Document',
    description: 'Downloads the PDF of a document as it is now; once completed it is signed and sealed.',
  },
  download: (client, id) => client.file(id),
  sample,
});
