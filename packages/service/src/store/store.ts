import { accountStore, type AccountStore } from './accounts.ts';
import { inTransaction, openDatabase } from './database.ts';
import { deliveryStore, type DeliveryStore } from './deliveries.ts';
import { documentStore, type DocumentStore } from './documents.ts';
import { eventStore, type EventStore } from './events.ts';
import { fileStore, type FileStore } from './files.ts';
import { mailStore, type MailStore } from './mails.ts';
import { templateStore, type TemplateStore } from './templates.ts';
import { webhookStore, type WebhookStore } from './webhooks.ts';

export interface Store {
  accounts: AccountStore;
  templates: TemplateStore;
  documents: DocumentStore;
  files: FileStore;
  events: EventStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  mails: MailStore;
  /** All of `work` or nothing of it; `work` must not wait. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export function openStore(file: string): Store {
  const db = openDatabase(file);
  return {
    accounts: accountStore(db),
    templates: templateStore(db),
    documents: documentStore(db),
    files: fileStore(db),
    events: eventStore(db),
    webhooks: webhookStore(db),
    deliveries: deliveryStore(db),
    mails: mailStore(db),
    transaction: (work) => inTransaction(db, work),
    close: () => db.close(),
  };
}
