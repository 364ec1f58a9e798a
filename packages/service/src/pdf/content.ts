import { fileText, isGivenFile } from '../domain/given-files.ts';
import type { BodyBlock, Document, DocumentField, FieldValue } from '../domain/types.ts';

/**
 * What a document says, ready to be set: the same words stand in the PDF and on the signing page.
 */

export type ContentSpan =
  | { kind: 'text'; text: string }
  | { kind: 'value'; text: string; field: DocumentField }
  | { kind: 'signature'; value: { text: string } | { image: string }; field: DocumentField }
  | { kind: 'blank'; field: DocumentField };

export type ContentBlock = { kind: 'heading' | 'paragraph'; spans: ContentSpan[] } | { kind: 'page-break' };

export interface FieldGroup {
  /** Null for what was filled before sending. */
  role: string | null;
  fields: DocumentField[];
}

export interface DocumentContent {
  blocks: ContentBlock[];
  /** Fields that no block mentions, by role; signatures are not among them, they have their own place. */
  unmentioned: FieldGroup[];
}

/** Where nothing is given yet. */
export const BLANK = '______________';

export function documentContent(document: Document): DocumentContent {
  const byKey = new Map<string, DocumentField>();
  for (const field of document.fields) if (field.role) byKey.set(`${field.role}::${field.name}`, field);
  for (const field of document.fields) byKey.set(field.key, field);

  const mentioned = new Set<DocumentField>();
  const blocks = document.body.map((block) => contentBlock(block, byKey, mentioned));
  const groups = new Map<string | null, DocumentField[]>();
  for (const field of document.fields) {
    if (mentioned.has(field) || field.type === 'signature') continue;
    const group = groups.get(field.role);
    if (group) group.push(field);
    else groups.set(field.role, [field]);
  }
  return { blocks, unmentioned: [...groups].map(([role, fields]) => ({ role, fields })) };
}

function contentBlock(
  block: BodyBlock,
  byKey: Map<string, DocumentField>,
  mentioned: Set<DocumentField>,
): ContentBlock {
  if (block.kind === 'page-break') return block;
  const spans: ContentSpan[] = [];
  let from = 0;
  for (const match of block.text.matchAll(/\{\{(.+?)\}\}/gs)) {
    const field = byKey.get(match[1]!) ?? byKey.get(match[1]!.trim());
    // Braces around anything else are the author's own words.
    if (!field) continue;
    mentioned.add(field);
    if (match.index > from) spans.push({ kind: 'text', text: block.text.slice(from, match.index) });
    spans.push(fieldSpan(field));
    from = match.index + match[0].length;
  }
  if (from < block.text.length) spans.push({ kind: 'text', text: block.text.slice(from) });
  return { kind: block.kind, spans };
}

export function fieldSpan(field: DocumentField): ContentSpan {
  const { value } = field;
  if (isSignature(value)) return { kind: 'signature', value, field };
  const text = valueText(value);
  return text === '' ? { kind: 'blank', field } : { kind: 'value', text, field };
}

export function isSignature(value: FieldValue): value is { text: string } | { image: string } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isGivenFile(value);
}

/** A value as it is printed; empty where nothing is given. */
export function valueText(value: FieldValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return 'text' in value ? value.text : fileText(value);
  return String(value);
}

/** The signature a recipient gave, whichever of the role's fields holds it. */
export function signatureOf(document: Document, role: string): { text: string } | { image: string } | null {
  for (const field of document.fields) {
    if (field.role === role && field.type === 'signature' && isSignature(field.value)) return field.value;
  }
  return null;
}
