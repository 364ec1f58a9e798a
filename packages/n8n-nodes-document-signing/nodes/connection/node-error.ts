import { ApiError, BaseUrlError, missingSentence, SendFormError } from '@document-signing/shared';
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

/** What happened as n8n shows it: one sentence, and every single problem below it; with the item it happened to. */
export function nodeError(
  node: INode,
  error: unknown,
  itemIndex?: number,
): NodeApiError | NodeOperationError {
  const cause = error instanceof ApiError && error.cause instanceof NodeOperationError ? error.cause : error;
  if (cause instanceof NodeApiError || cause instanceof NodeOperationError) {
    if (itemIndex !== undefined) cause.context.itemIndex ??= itemIndex;
    return cause;
  }
  if (cause instanceof ApiError) return apiError(node, cause, itemIndex);
  if (cause instanceof SendFormError) {
    const { message, problems } = cause;
    return problems.length > 1
      ? new NodeOperationError(
          node,
          `${problems.length} things are missing or wrong, first: ${problems[0]}`,
          {
            description: listed(problems),
            itemIndex,
          },
        )
      : new NodeOperationError(node, message, { itemIndex });
  }
  return new NodeOperationError(node, cause instanceof Error ? cause : String(cause), {
    // A wrong base URL is for the user to mend; anything else is told as it is.
    level: cause instanceof BaseUrlError ? 'warning' : undefined,
    itemIndex,
  });
}

function apiError(node: INode, error: ApiError, itemIndex?: number): NodeApiError {
  const { status, code, problems, retryAfter, subject } = error;
  const gone = status === 404 && code !== 'not_the_api' && subject !== null;
  const message = gone ? missingSentence(subject) : error.message;
  const other = problems.filter((problem) => problem !== message);
  const result = new NodeApiError(
    node,
    { message, code, problems, status },
    {
      message,
      description:
        other.length > 0 ? listed(other) : gone ? `The service says: ${error.message}` : wayOut(error),
      httpCode: status > 0 ? String(status) : undefined,
      itemIndex,
    },
  );
  // n8n rewrites a message in which it finds a code it knows; what the service said is shown as it was said.
  result.message = message;
  result.context.data = { status, code, problems, ...(retryAfter !== null && { retryAfter }) };
  return result;
}

/** What to do, where the service's sentence alone may not tell. */
function wayOut({ status }: ApiError): string | undefined {
  switch (status) {
    case 401:
      return 'Create a token in the product’s settings, under API and webhooks, and enter it in the credential.';
    case 402:
      return 'Documents can be sent again once the plan allowance is raised or renewed.';
    case 429:
      return 'The node has waited and tried again already: let the workflow run less often, or with fewer items at once.';
    default:
      return undefined;
  }
}

/** One problem a line. */
export function listed(problems: string[]): string {
  return problems.map((problem) => `• ${problem}`).join('\n');
}
