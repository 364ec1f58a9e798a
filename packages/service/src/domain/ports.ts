import type { Account, Document, DocumentEvent, Mail } from './types.ts';

/** What surrounds the domain. Every time and every id comes in through here, so that tests and `/_local` set them. */
export interface Clock {
  /** Milliseconds since 1970, moved by `/_local/clock`. */
  now: () => number;
}

export interface Ids {
  /** An opaque id with its prefix: `doc_…`, `tpl_…`, `wh_…`, `evt_…`. */
  next(prefix: string): string;
  /** An unguessable URL-safe secret of at least 192 bits. */
  secret(): string;
}

/** The bytes of a document's pictures and attachments, by field key; null for those that are not there. */
export type GivenBytes = (key: string) => Uint8Array | null;

export interface CertificateFacts {
  /** Of the sealed PDF's bytes, in hex: tells whether a file at hand is the one that was signed. */
  documentSha256?: string;
}

/** Draws PDFs (section 4, file and certificate). */
export interface PdfRenderer {
  /** The document as it is now, with every value drawn into the page. */
  document(document: Document, files?: GivenBytes): Promise<Uint8Array>;
  /** The completion certificate: who did what and when, and which file it is about. */
  certificate(
    document: Document,
    sender: Account,
    history: DocumentEvent[],
    facts: CertificateFacts,
  ): Promise<Uint8Array>;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}
