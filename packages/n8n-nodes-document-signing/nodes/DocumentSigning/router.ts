import { SendFormError } from '@document-signing/shared';
import {
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';
import { connect, isStopped } from '../connection/client.ts';
import { listed, nodeError } from '../connection/node-error.ts';
import { findOperation } from './actions/index.ts';
import type { Act, Operation } from './actions/operation.ts';
import { Run } from './run.ts';

/** Runs the chosen operation on every item. */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const count = context.getInputData().length;
  if (count === 0) return [[]];
  const operation = chosenOperation(context);
  const run = new Run(context, await connected(context));
  const goesOn = context.continueOnFail();
  const prepared = goesOn ? [] : await prepareAll(run, operation, count);

  const output: INodeExecutionData[] = [];
  for (let itemIndex = 0; itemIndex < count && !isStopped(context); itemIndex++) {
    const pairedItem = { item: itemIndex };
    try {
      const act = prepared[itemIndex] ?? (await prepare(run, operation, itemIndex));
      const results = await act();
      for (const result of results) output.push({ ...result, pairedItem });
    } catch (error) {
      const failure = nodeError(context.getNode(), error, itemIndex);
      if (!goesOn) {
        run.sentBefore.keep();
        if ('prepare' in operation && itemIndex > 0) failure.description = sentUntil(itemIndex, failure);
        throw failure;
      }
      output.push({ json: told(failure), pairedItem });
    }
  }
  run.sentBefore.forget();
  return [output];
}

/** Whoever runs the workflow again must know what is done already. */
function sentUntil(itemIndex: number, { description }: ReturnType<typeof nodeError>): string {
  const done = itemIndex === 1 ? 'Item 0 was sent' : `Items 0 to ${itemIndex - 1} were sent`;
  return `${done} before: leave ${itemIndex === 1 ? 'it' : 'them'} out when you run this again.${
    description ? `\n${description}` : ''
  }`;
}

async function connected(context: IExecuteFunctions) {
  try {
    return await connect(context, 'run');
  } catch (error) {
    throw nodeError(context.getNode(), error);
  }
}

/**
 * A failure as the item that goes on in its place. Under these names, and with nothing else in the item, n8n knows it
 * for a failure and adds what came in to it where it has an error output; an `error` beside `json` would keep that out.
 */
function told({ message, description }: ReturnType<typeof nodeError>): IDataObject {
  return description ? { error: message, details: description } : { error: message };
}

/** Where one item is at fault, nothing is done with any. */
async function prepareAll(run: Run, operation: Operation, count: number): Promise<Act[]> {
  const node = run.context.getNode();
  const prepared: Act[] = [];
  const failures: { itemIndex: number; failure: ReturnType<typeof nodeError>; problems: string[] }[] = [];
  for (let itemIndex = 0; itemIndex < count; itemIndex++) {
    try {
      prepared.push(await prepare(run, operation, itemIndex));
    } catch (error) {
      const failure = nodeError(node, error, itemIndex);
      const problems = error instanceof SendFormError ? error.problems : [failure.message];
      failures.push({ itemIndex, failure, problems });
    }
  }
  const [first] = failures;
  if (!first) return prepared;
  if (count === 1) throw first.failure;
  throw new NodeOperationError(
    node,
    failures.length === 1
      ? `Item ${first.itemIndex} is at fault, so nothing was sent: ${first.failure.message}`
      : `${failures.length} of ${count} items are at fault, so nothing was sent`,
    {
      description: listed(
        failures
          .slice(0, MOST_FAILURES)
          .map(({ itemIndex, problems }) => `Item ${itemIndex}: ${problems.join(' ')}`),
      ),
      itemIndex: first.itemIndex,
    },
  );
}

const MOST_FAILURES = 50;

async function prepare(run: Run, operation: Operation, itemIndex: number): Promise<Act> {
  return 'prepare' in operation
    ? await operation.prepare(run, itemIndex)
    : () => operation.execute(run, itemIndex);
}

/** The same for every item: neither parameter takes an expression. */
function chosenOperation(context: IExecuteFunctions): Operation {
  const resource = String(context.getNodeParameter('resource', 0));
  const operation = String(context.getNodeParameter('operation', 0));
  const found = findOperation(resource, operation);
  if (found) return found;
  throw new NodeOperationError(
    context.getNode(),
    `This node has no operation “${operation}” for “${resource}”: choose one from the list.`,
  );
}
