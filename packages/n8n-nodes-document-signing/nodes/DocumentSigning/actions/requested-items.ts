import type { IExecuteFunctions } from 'n8n-workflow';
import type { Run } from '../run.ts';

const LARGEST_PAGE = 100;
const DEFAULT_LIMIT = 50;

/** What a listing operation returns: all there is, or as many as asked for, in pages that are no larger than needed. */
export async function requestedItems<Item>(
  { context }: Run,
  itemIndex: number,
  list: (pageSize: number) => AsyncIterable<Item>,
): Promise<Item[]> {
  const all = context.getNodeParameter('returnAll', itemIndex, false) === true;
  const most = all ? Infinity : limitOf(context, itemIndex);
  const items: Item[] = [];
  for await (const item of list(Math.min(most, LARGEST_PAGE))) {
    items.push(item);
    if (items.length >= most) break;
  }
  return items;
}

/** Limit, which an expression may give as anything: a whole number of at least 1. */
export function limitOf(context: IExecuteFunctions, itemIndex: number): number {
  const given: unknown = context.getNodeParameter('limit', itemIndex, DEFAULT_LIMIT);
  const limit = given === null || given === '' ? NaN : Math.floor(Number(given));
  return Number.isNaN(limit) ? DEFAULT_LIMIT : Math.max(1, limit);
}
