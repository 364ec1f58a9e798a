import type { Account, Document, DocumentEvent } from '../domain/types.ts';
import type { PdfRenderer } from '../domain/ports.ts';
import { drawCertificate } from './certificate-pdf.ts';
import type { CertificateFacts } from './certificate-pdf.ts';
import { drawDocument } from './document-pdf.ts';

export interface DocumentPdfRenderer extends PdfRenderer {
  certificate(
    document: Document,
    sender: Account,
    history: DocumentEvent[],
    facts?: CertificateFacts,
  ): Promise<Uint8Array>;
}

/** Draws; sealing is a step of its own on the bytes that come out of here. The same input gives the same bytes. */
export function createPdfRenderer(): DocumentPdfRenderer {
  return { document: drawDocument, certificate: drawCertificate };
}
