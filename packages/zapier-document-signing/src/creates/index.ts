import type { Create } from 'zapier-platform-core';
import { downloadCertificate } from './download-certificate.ts';
import { downloadDocument } from './download-document.ts';
import { sendDocument } from './send-document.ts';
import { sendReminder } from './send-reminder.ts';
import { voidDocument } from './void-document.ts';

export const creates: Record<string, Create> = {
  [sendDocument.key]: sendDocument,
  [sendReminder.key]: sendReminder,
  [voidDocument.key]: voidDocument,
  [downloadDocument.key]: downloadDocument,
  [downloadCertificate.key]: downloadCertificate,
};
