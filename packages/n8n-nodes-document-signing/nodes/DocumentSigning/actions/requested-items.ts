import type { Run } from '../run.ts';

const LARGEST_PAGE = 100;

/** What a listing operation returns: all there is, or as many as asked for, in pages that are no larger than needed. */
export async function requestedItems<Item>(
  { context }: Run,
  itemIndex: number,
  list: (pageSize: number) => AsyncIterable<Item>,
): Promise<Item[]> {
  const all = context.getNodeParameter('returnAll', itemIndex, false) === true;
  const most = all ? Infinity : Math.max(1, Number(context.getNodeParameter('limit', itemIndex, 50)) || 50);
  const items: Item[] = [];
  for await (const item of list(Math.min(most, LARGEST_PAGE))) {
    items.push(item);
    if (items.length >= most) break;
  }
  return items;
}
