import type { Create } from 'zapier-platform-core';
import sample from '../samples/certificate-file.json' with { type: 'json' };
import { downloadStep } from './download.ts';

/** `GET /documents/{id}/certificate` (section 4); 409 before completion. */
export const downloadCertificate: Create = downloadStep({
  key: 'download_certificate',
  noun: 'Certificate',
  display: {
    label: 'Download Certificate',
    description: 'Downloads the completion certificate of a document that everyone has signed.',
  },
  download: (client, id) => client.certificate(id),
  tooEarly:
    'The document is not completed yet, and there is no certificate before: download it once everyone has signed, as after the trigger Document Completed.',
  sample,
});
