import { invalidRequest } from '../domain/refusal.ts';
import { checkEmail, checkName } from '../domain/send-request.ts';
import type { Document } from '../domain/types.ts';
import type { ActionContext } from './context.ts';
import { move, mustOwn } from './move.ts';

/** The sender gives a role to somebody else; the former recipient's link ends. */
export function replaceRecipient(
  context: ActionContext,
  accountId: string,
  documentId: string,
  { role, name = '', email }: { role: string; name?: string; email: string },
): Document {
  mustOwn(context, documentId, accountId);
  const problems = [...checkEmail(role, email), ...checkName(role, name)];
  if (problems.length > 0) throw invalidRequest(problems);
  return move(context, documentId, { move: 'replace-recipient', role, name, email }).document;
}
