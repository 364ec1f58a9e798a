import { characters, LIMITS } from '../domain/limits.ts';
import { invalidRequest } from '../domain/refusal.ts';
import { checkDocumentText } from '../domain/send-request.ts';
import type { Document, FieldValue } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { move, mustOwn } from './move.ts';

export interface Correction {
  name?: string;
  note?: string;
  reference?: string;
  /** By field key. */
  values?: Record<string, FieldValue>;
}

const LENGTHS = {
  name: LIMITS.documentName,
  note: LIMITS.documentNote,
  reference: LIMITS.documentReference,
} as const;

/** The sender edits a document that is out for signature. */
export function correct(
  context: ActionContext,
  accountId: string,
  documentId: string,
  correction: Correction,
): Document {
  mustOwn(context, documentId, accountId);
  const problems: string[] = [];
  for (const key of ['name', 'note', 'reference'] as const) {
    const text = correction[key] ?? '';
    if (characters(text) > LENGTHS[key])
      problems.push(`"${key}" may have at most ${LENGTHS[key]} characters.`);
    problems.push(...checkDocumentText(key, text));
  }
  if (correction.name?.trim() === '') problems.push('"name" must not be empty.');
  if (problems.length > 0) throw invalidRequest(problems);
  return move(context, documentId, { move: 'correct', ...correction }).document;
}
