import { formatDate, ISO_DATE_PATTERN, parseDate } from '../domain/date-pattern.ts';
import { datePattern, isEmptyValue, normaliseValue } from '../domain/field-values.ts';
import { characters, LIMITS } from '../domain/limits.ts';
import { isFileField, NO_FILES, type ReceivedFiles } from '../domain/given-files.ts';
import type { Document, DocumentField, FieldValue, Recipient } from '../domain/types.ts';
import { fileProblem } from '../pdf/given-picture.ts';
import type { PagesProblem, Signature, SigningValues } from './port.ts';

/**
 * The form of a signing page, `POST /sign/{signingKey}` as `application/x-www-form-urlencoded`, or as
 * `multipart/form-data`, which alone can carry files:
 *
 * | Name | Value |
 * |---|---|
 * | `action` | `sign` (signers), `approve` (approvers) or `decline` |
 * | `field:<key>` | The value of one of the recipient's own fields: dates as `yyyy-MM-dd` or in the field's own format, numbers with a point, `yes` for a checkbox without options. Repeated for each ticked choice of a checkbox list. An empty value empties the field; a field that is not in the form keeps its value. Pictures (PNG or JPEG, up to 5 MB) and attachments (up to 10 MB) are files |
 * | `signature` | The typed name; needed to sign unless `signature-image` is given |
 * | `signature-image` | The drawn signature as a PNG data URL; goes before `signature` |
 * | `consent` | `yes`; needed to sign and to approve |
 * | `reason` | Why it is declined; may be empty |
 *
 * Answers: 303 to the page when it is done; 422 with a page that shows every problem; 409 with a page that says why it is
 * not possible now; 404 for an unknown key.
 */
export type SigningFields = Record<string, string | string[] | undefined>;

export type SigningAction = 'sign' | 'approve' | 'decline';

export interface SigningForm {
  action: SigningAction | null;
  values: SigningValues;
  signature: Signature;
  consent: boolean;
  reason: string;
  problems: PagesProblem[];
}

const REASON_LENGTH = 500;
/** A drawing of the size that the page offers takes a tenth of this. */
const DRAWING_LENGTH = 500_000;

/** The fields a page asks for: values and files. */
export function askedFields(document: Document, recipient: Recipient): DocumentField[] {
  return ownFields(document, recipient).filter(({ type }) => type !== 'signature');
}

function ownFields(document: Document, recipient: Recipient): DocumentField[] {
  return document.fields.filter(({ role }) => role === recipient.role);
}

export function readSigningForm(
  given: SigningFields,
  fields: DocumentField[],
  recipient: Recipient,
  files: ReceivedFiles = NO_FILES,
): SigningForm {
  const problems: PagesProblem[] = [];
  const action = actionOf(first(given['action']));
  const reason = first(given['reason']).trim();
  const image = first(given['signature-image']);
  const text = first(given['signature']).trim();
  const consent = first(given['consent']) === 'yes';
  const values: SigningValues = {};

  if (!action) problems.push({ message: 'Choose whether to sign, approve or decline.' });
  if (action === 'decline') {
    if ([...reason].length > REASON_LENGTH) {
      problems.push({ field: 'reason', message: `The reason can have at most ${REASON_LENGTH} characters.` });
    }
    return { action, values, signature: { text }, consent, reason, problems };
  }

  for (const field of fields) {
    if (isFileField(field.type)) {
      const file = files.get(field.key);
      const problem = file && fileProblem(field.name, field.type, file);
      if (problem) problems.push({ field: field.key, message: problem });
      else if (!file && field.required && isEmptyValue(field.value)) {
        const what = field.type === 'picture' ? 'a picture' : 'a file';
        problems.push({ field: field.key, message: `Choose ${what} for “${field.name}”.` });
      }
      continue;
    }
    const typed = given[`field:${field.key}`];
    const value = typed === undefined ? field.value : typedValue(field, all(typed));
    values[field.key] = value;
    if (isEmptyValue(value) || value === false) {
      if (field.required) problems.push({ field: field.key, message: missing(field) });
    } else if (typed !== undefined) {
      const checked = normaliseValue(field, field.name, value);
      if ('problem' in checked) problems.push({ field: field.key, message: checked.problem });
      else values[field.key] = checked.value;
    }
  }
  const needsSignature = recipient.type === 'signer';
  if (
    needsSignature &&
    image &&
    (!image.startsWith('data:image/png;base64,') || image.length > DRAWING_LENGTH)
  ) {
    problems.push({
      field: 'signature',
      message: 'The drawn signature cannot be used. Type your name instead.',
    });
  } else if (needsSignature && !image && !text) {
    problems.push({ field: 'signature', message: 'Type your name to sign.' });
  } else if (characters(text) > LIMITS.signature) {
    problems.push({
      field: 'signature',
      message: `The name can have at most ${LIMITS.signature} characters.`,
    });
  }
  if (!consent) problems.push({ field: 'consent', message: 'Confirm that you have read the document.' });
  return { action, values, signature: image ? { image } : { text }, consent, reason, problems };
}

function missing(field: DocumentField): string {
  const choice = field.type === 'dropdown' || field.type === 'radio' || field.options.length > 0;
  if (field.type === 'checkbox' && !choice) return `“${field.name}” has to be ticked.`;
  return choice ? `Choose “${field.name}”.` : `“${field.name}” is missing.`;
}

function typedValue(field: DocumentField, typed: string[]): FieldValue {
  const text = typed.at(-1) ?? '';
  switch (field.type) {
    case 'checkbox': {
      const ticked = typed.filter((choice) => choice !== '');
      return field.options.length > 0 ? ticked : ticked.includes('yes');
    }
    case 'text': {
      const lines = text.replace(/\r\n?/g, '\n');
      return lines.trim() === '' ? null : lines;
    }
    default:
      return text.trim() === '' ? null : text.trim();
  }
}

/** What a field's control shows: what was typed before, or the value it has. */
export function shownText(field: DocumentField, given: SigningFields | null): string {
  const typed = given?.[`field:${field.key}`];
  if (typed !== undefined) return field.type === 'date' ? isoDate(field, first(typed)) : first(typed);
  const { value } = field;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return field.type === 'date' ? isoDate(field, value) : value;
}

export function isTicked(field: DocumentField, choice: string, given: SigningFields | null): boolean {
  const typed = given?.[`field:${field.key}`];
  if (typed !== undefined) return all(typed).includes(choice);
  const { value } = field;
  if (Array.isArray(value)) return value.includes(choice);
  return value === true ? choice === 'yes' : value === choice;
}

/** `<input type=date>` takes `yyyy-MM-dd` alone; what is no date at all is left as it is. */
function isoDate(field: DocumentField, text: string): string {
  const date = parseDate(datePattern(field), text);
  return date ? formatDate(ISO_DATE_PATTERN, date) : text;
}

function actionOf(text: string): SigningAction | null {
  return text === 'sign' || text === 'approve' || text === 'decline' ? text : null;
}

export function first(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function all(value: string | string[]): string[] {
  return Array.isArray(value) ? value : [value];
}
