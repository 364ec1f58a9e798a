import {
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';
import { connect, isStopped } from '../connection/client.ts';
import { listed, nodeError } from '../connection/node-error.ts';
import { findOperation } from './actions/index.ts';
import type { Act } from './actions/operation.ts';
import { Run } from './run.ts';

/** Runs the chosen operation on every item. */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const count = context.getInputData().length;
  if (count === 0) return [[]];
  const run = new Run(context, await connected(context));
  const goesOn = context.continueOnFail();
  const prepared = goesOn ? [] : await prepareAll(run, count);

  const output: INodeExecutionData[] = [];
  for (let itemIndex = 0; itemIndex < count && !isStopped(context); itemIndex++) {
    const pairedItem = { item: itemIndex };
    try {
      const act = prepared[itemIndex] ?? (await prepare(run, itemIndex));
      const results = await act();
      output.push(...results.map((result) => ({ ...result, pairedItem })));
    } catch (error) {
      const failure = nodeError(context.getNode(), error, itemIndex);
      if (!goesOn) throw failure;
      output.push({ json: told(failure), pairedItem });
    }
  }
  return [output];
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
async function prepareAll(run: Run, count: number): Promise<Act[]> {
  const node = run.context.getNode();
  const prepared: Act[] = [];
  const failures: { itemIndex: number; failure: ReturnType<typeof nodeError> }[] = [];
  for (let itemIndex = 0; itemIndex < count; itemIndex++) {
    try {
      prepared.push(await prepare(run, itemIndex));
    } catch (error) {
      failures.push({ itemIndex, failure: nodeError(node, error, itemIndex) });
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
          .map(({ itemIndex, failure }) => `Item ${itemIndex}: ${failure.message}`),
      ),
      itemIndex: first.itemIndex,
    },
  );
}

const MOST_FAILURES = 50;

async function prepare(run: Run, itemIndex: number): Promise<Act> {
  const resource = String(run.context.getNodeParameter('resource', itemIndex));
  const operation = String(run.context.getNodeParameter('operation', itemIndex));
  const found = findOperation(resource, operation);
  if (!found) {
    throw new NodeOperationError(
      run.context.getNode(),
      `This node has no operation “${operation}” for “${resource}”: choose one from the list.`,
      { itemIndex },
    );
  }
  return 'prepare' in found ? await found.prepare(run, itemIndex) : () => found.execute(run, itemIndex);
}
