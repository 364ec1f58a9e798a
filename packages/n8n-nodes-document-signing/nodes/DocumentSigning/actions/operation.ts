import type { IDataObject, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Run } from '../run.ts';

/** One operation: what the editor shows of it, and what it does with one item, side by side. */
export type Operation = {
  /** Its entry in the list of operations; `value` is its key in the table. */
  option: Omit<INodePropertyOptions, 'value'> & { action: string; description: string };
  /** Its parameters; they are shown for this operation only. */
  properties: INodeProperties[];
} & ({ execute: (run: Run, itemIndex: number) => Promise<INodeExecutionData[]> } | { prepare: Prepare });

/**
 * For what cannot be undone: checks an item and gives what then does it. A fault in item 500 so stops the run before
 * item 1 has gone out, unless the node continues on failures.
 */
export type Prepare = (run: Run, itemIndex: number) => Promise<Act>;

export type Act = () => Promise<INodeExecutionData[]>;

/** A resource of the API as one output item. */
export function asItem(resource: object): INodeExecutionData {
  return { json: resource as IDataObject };
}
