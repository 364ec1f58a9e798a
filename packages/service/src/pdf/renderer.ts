import type { PdfRenderer } from '../domain/ports.ts';
import { drawCertificate } from './certificate-pdf.ts';
import { drawDocument } from './document-pdf.ts';

/** Draws; sealing is a step of its own on the bytes that come out of here. The same input gives the same bytes. */
export function createPdfRenderer(): PdfRenderer {
  return { document: drawDocument, certificate: drawCertificate };
}
