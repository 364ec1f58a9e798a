import type { ReceivedFiles } from '../domain/given-files.ts';
import type {
  Account,
  Document,
  DocumentEvent,
  DocumentStatus,
  FieldValue,
  Recipient,
  Webhook,
} from '../domain/types.ts';

/** One thing that is wrong; with the key of the field it belongs to, it is shown beside that field. */
export interface PagesProblem {
  message: string;
  /** `DocumentField.key`, or `signature`, `consent`, `reason`; left out when it concerns no single field. */
  field?: string;
}

/**
 * The one failure the application reports to the pages; anything else thrown is an internal error.
 * 404: no such document, signing key or not the caller's. 409: not possible in the current state (already signed,
 * not their turn, finished). 422: something missing or wrong in what was sent.
 */
export class PagesError extends Error {
  override readonly name = 'PagesError';
  readonly status: 404 | 409 | 422;
  readonly problems: PagesProblem[];

  constructor(status: 404 | 409 | 422, message: string, problems: PagesProblem[] = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

/** What a recipient's page shows. The pages take the recipient's own fields from `document.fields` by `role`. */
export interface SigningView {
  document: Document;
  recipient: Recipient;
  sender: Account;
}

/** How a recipient signs: a typed name, or a drawing as a PNG data URL. */
export type Signature = { text: string } | { image: string };

/** Values by `DocumentField.key`, in the form that `FieldValue` describes; null empties a field. */
export type SigningValues = Record<string, FieldValue>;

export interface DocumentFilter {
  status?: DocumentStatus;
  /** Part of the name. */
  search?: string;
  /** From 1. */
  page: number;
  limit: number;
}

export interface DocumentList {
  documents: Document[];
  page: number;
  hasMore: boolean;
}

export interface SenderView {
  document: Document;
  sender: Account;
  /** Oldest first. */
  history: DocumentEvent[];
}

/**
 * What the pages need of the application. Every method rejects with a `PagesError` where the action is not possible;
 * each is one transaction of its own.
 */
export interface PagesPort {
  /**
   * For the recipient, named by the secret in the address. The first opening while it is their turn moves the recipient to
   * `viewed` and is recorded as `document.viewed`; every later call only reads.
   * Rejects with 404 for an unknown key. Finished documents and recipients still waiting are returned all the same.
   */
  openSigning(signingKey: string): Promise<SigningView>;
  /**
   * Sets the recipient's own fields and signs: the signature goes into every `signature` field of the role.
   * `values` holds every fillable field the page offered, those left empty as null; a key that is not the recipient's
   * own is a 422. `files` holds the pictures and attachments, whose sizes and kinds the page has checked. 422 lists every problem (a required field without value, a choice that does not exist, …).
   */
  fillAndSign(
    signingKey: string,
    values: SigningValues,
    signature: Signature,
    files: ReceivedFiles,
  ): Promise<SigningView>;
  /** The same for an approver, who may have fields but gives no signature. */
  approve(signingKey: string, values: SigningValues, files: ReceivedFiles): Promise<SigningView>;
  /** `reason` may be empty. */
  decline(signingKey: string, reason: string): Promise<SigningView>;
  /** The document as it is now; for the recipient. Does not count as opening it. */
  documentPdf(signingKey: string): Promise<Uint8Array>;

  /** The account a token acts for; null for a token that is unknown, revoked or expired, or of a disabled account. */
  accountByToken(token: string): Promise<Account | null>;
  /** Most recently changed first; only documents the account sent. */
  listDocuments(accountId: string, filter: DocumentFilter): Promise<DocumentList>;
  document(accountId: string, documentId: string): Promise<SenderView>;
  /** As POST /documents/{id}/void with `notify: true`. */
  voidDocument(accountId: string, documentId: string, reason: string): Promise<void>;
  /** As POST /documents/{id}/remind; the e-mail addresses that were written to. */
  remind(accountId: string, documentId: string): Promise<string[]>;
  documentPdfForSender(accountId: string, documentId: string): Promise<Uint8Array>;
  /** A picture or attachment that a recipient gave. */
  givenFile(
    accountId: string,
    documentId: string,
    fieldKey: string,
  ): Promise<{ name: string; bytes: Uint8Array }>;
  /** 409 before completion. */
  certificateForSender(accountId: string, documentId: string): Promise<Uint8Array>;
  /** For the overview of what listens to the account's events; secrets are not shown. */
  webhooks(accountId: string): Promise<Webhook[]>;
}
