import type { Clock, Ids, PdfRenderer } from '../domain/ports.ts';
import type { RollingWindow } from '../domain/rolling-window.ts';
import type { Document } from '../domain/types.ts';
import type { Store } from '../store/store.ts';

/** What the actions work with; one per running service. */
export interface ActionContext {
  store: Store;
  clock: Clock;
  ids: Ids;
  renderer: PdfRenderer;
  /** Documents sent, by token id. */
  sends: RollingWindow;
  /** The document's API view as JSON text, stored beside the record. */
  documentView: (document: Document) => string;
  /** Called after a change is stored: there may be deliveries and mails to send. */
  changed: () => void;
  /** Reports what failed inside the service and is tried again later. */
  report: (what: string, error: unknown) => void;
}
