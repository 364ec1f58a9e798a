import { approve } from '../actions/approve.ts';
import { correct, type Correction } from '../actions/correct.ts';
import { decline } from '../actions/decline.ts';
import { extendExpiry } from '../actions/extend-expiry.ts';
import { mustGet } from '../actions/move.ts';
import { open } from '../actions/open.ts';
import { recordPaperCopy } from '../actions/record-paper-copy.ts';
import { replaceRecipient } from '../actions/replace-recipient.ts';
import { sign } from '../actions/sign.ts';
import { skip } from '../actions/skip.ts';
import type { ActionContext } from '../actions/context.ts';
import { parseDateTime } from '../domain/date-pattern.ts';
import type { SignatureValue } from '../domain/document-moves.ts';
import { Refusal } from '../domain/refusal.ts';
import { isFileField, type ReceivedFiles } from '../domain/given-files.ts';
import type { Document, FieldValue } from '../domain/types.ts';

/** What a recipient or the sender would do on the pages, done by a test. */
export interface Act extends Correction {
  act:
    | 'open'
    | 'sign'
    | 'approve'
    | 'decline'
    | 'replace-recipient'
    | 'skip'
    | 'extend-expiry'
    | 'correct'
    | 'paper-copy';
  /** The recipient's, for what a recipient does, and whom to replace or skip. */
  role?: string;
  signature?: SignatureValue;
  reason?: string;
  email?: string;
  /** Date-time. */
  expiresAt?: string;
}

export async function actOnDocument(actions: ActionContext, documentId: string, act: Act): Promise<Document> {
  const { document } = mustGet(actions, documentId);
  const { ownerId } = document;
  const { role = document.recipients[0]?.role ?? '', reason = '', values = {} } = act;
  const key = () => {
    const recipient = document.recipients.find((candidate) => candidate.role === role);
    if (!recipient) throw new Refusal('not_found', `The document has no recipient with the role "${role}".`);
    return recipient.signingKey;
  };
  switch (act.act) {
    case 'open':
      open(actions, key());
      break;
    case 'sign': {
      const name = document.recipients.find((candidate) => candidate.role === role)?.name;
      await sign(
        actions,
        key(),
        requiredValues(document, role, values),
        act.signature ?? { text: name || role },
        requiredFiles(document, role),
      );
      break;
    }
    case 'approve':
      await approve(actions, key(), requiredValues(document, role, values), requiredFiles(document, role));
      break;
    case 'decline':
      decline(actions, key(), reason);
      break;
    case 'replace-recipient':
      replaceRecipient(actions, ownerId, documentId, { role, name: act.name ?? '', email: act.email ?? '' });
      break;
    case 'skip':
      await skip(actions, ownerId, documentId, role);
      break;
    case 'extend-expiry':
      extendExpiry(actions, ownerId, documentId, parseDateTime(act.expiresAt ?? '') ?? Number.NaN);
      break;
    case 'correct': {
      const { name, note, reference } = act;
      correct(actions, ownerId, documentId, { name, note, reference, values });
      break;
    }
    case 'paper-copy':
      recordPaperCopy(actions, ownerId, documentId, reason);
      break;
  }
  return mustGet(actions, documentId).document;
}

/** So that a test can sign without knowing the template: required fields it does not name get any value that fits. */
function requiredValues(
  document: Document,
  role: string,
  given: Record<string, FieldValue>,
): Record<string, FieldValue> {
  const values = { ...given };
  for (const field of document.fields) {
    const open =
      field.role === role && field.required && field.fillable && !field.value && !(field.key in given);
    if (open) values[field.key] = anyValue(field);
  }
  return values;
}

function requiredFiles(document: Document, role: string): ReceivedFiles {
  const fields = document.fields.filter(
    (field) => field.role === role && field.required && isFileField(field.type) && !field.value,
  );
  return new Map(
    fields.map(({ key, type }) => [
      key,
      type === 'picture'
        ? { name: 'test.png', bytes: Buffer.from(SMALLEST_PNG, 'base64'), cut: false }
        : { name: 'test.txt', bytes: Buffer.from('Test'), cut: false },
    ]),
  );
}

const SMALLEST_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function anyValue({ type, options }: Document['fields'][number]): FieldValue {
  if (type === 'number') return 1;
  if (type === 'date') return '2026-01-31';
  if (type === 'checkbox') return options.length > 0 ? options.slice(0, 1) : true;
  return options[0] ?? 'Test';
}
