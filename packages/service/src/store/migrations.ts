/**
 * The database's form, one step per entry; `PRAGMA user_version` counts the steps taken. A step that was released is
 * never edited, only followed by another.
 *
 * Times are milliseconds since 1970. `record` is the service's own record as JSON; `view` and the like are what the API
 * shows of it, kept ready so that reading is copying.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    company TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    site TEXT,
    disabled INTEGER NOT NULL DEFAULT 0,
    plan_allowance INTEGER
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;

  CREATE TABLE templates (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    folded_name TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    record TEXT NOT NULL,
    view TEXT NOT NULL,
    detail TEXT NOT NULL,
    schema TEXT NOT NULL
  ) STRICT;

  CREATE TABLE template_readers (
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    PRIMARY KEY (account_id, template_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE documents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    template_id TEXT,
    status TEXT NOT NULL,
    reference TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    change_seq INTEGER NOT NULL,
    version INTEGER NOT NULL,
    due_at INTEGER,
    record TEXT NOT NULL,
    view TEXT NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_change ON documents (owner_id, updated_at DESC, change_seq DESC);
  CREATE INDEX documents_by_reference ON documents (owner_id, reference, updated_at DESC, change_seq DESC);
  CREATE INDEX documents_due ON documents (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE signing_keys (
    signing_key TEXT PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    role TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX signing_keys_of_document ON signing_keys (document_id, role);

  CREATE TABLE files (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (document_id, kind)
  ) STRICT;

  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_of_account ON events (account_id, seq DESC);
  CREATE INDEX events_of_kind ON events (account_id, kind, seq DESC);
  CREATE INDEX events_of_document ON events (document_id, seq);

  CREATE TABLE webhooks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 1,
    secret TEXT NOT NULL,
    source TEXT NOT NULL,
    last_delivery_at INTEGER,
    last_status INTEGER,
    last_error TEXT NOT NULL DEFAULT '',
    last_event TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhooks_of_account ON webhooks (account_id, seq);

  CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_seq INTEGER NOT NULL REFERENCES events (seq) ON DELETE CASCADE,
    state TEXT NOT NULL DEFAULT 'pending',
    tries INTEGER NOT NULL DEFAULT 0,
    first_try_at INTEGER,
    next_try_at INTEGER,
    last_status INTEGER,
    last_error TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX deliveries_pending ON deliveries (webhook_id, next_try_at, seq) WHERE state = 'pending';
  CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE state = 'pending';
  CREATE INDEX deliveries_of_event ON deliveries (event_seq);

  CREATE TABLE mails (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    role TEXT,
    reason TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX mails_of_document ON mails (document_id);
  `,
  // Reading a document is what callers do most: its long record lies apart, and its view is complete but for the base
  // address, whose place is held by the character 1 (see BASE_ADDRESS in api/views.ts).
  `
  CREATE TABLE document_records (
    seq INTEGER PRIMARY KEY REFERENCES documents (seq) ON DELETE CASCADE,
    record TEXT NOT NULL
  ) STRICT;
  INSERT INTO document_records SELECT seq, record FROM documents;
  ALTER TABLE documents DROP COLUMN record;
  UPDATE documents SET view = substr(view, 1, length(view) - 1)
    || ',"files":{"pdf":"' || char(1) || '/documents/' || id || '/file","certificate":'
    || CASE status WHEN 'completed' THEN '"' || char(1) || '/documents/' || id || '/certificate"' ELSE 'null' END
    || '}}';
  `,
  `
  CREATE TABLE given_files (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    field_key TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (document_id, field_key)
  ) STRICT;
  `,
];
