import type { Page } from '../types.ts';

interface Listed {
  id: string;
  updatedAt: string;
}

const LARGEST_PAGE = 100;
/** After so many answers in a row with nothing new, a list that says it has more is not believed any longer. */
const MOST_IDLE = 40;

/**
 * Every item of a list (section 2, Paged list), each once, though the list shifts while it is read.
 *
 * Lists are ordered by the last change, newest first, and read by page number. Something changed meanwhile moves to
 * the front and pushes the rest back (an item would come twice); something that leaves the list pulls the rest forward
 * (an item would be skipped). So each page overlaps the one before by at least one item: where the overlap is missing
 * the reading steps back until it meets what it knows; ids that were given are not given again; and at the end the
 * front is read once more for what moved there.
 */
export async function* eachOf<Item extends Listed>(
  read: (page: number, limit: number) => Promise<Page<Item>>,
  pageSize = LARGEST_PAGE,
): AsyncGenerator<Item, void, undefined> {
  const given = new Set<string>();
  const fresh = (items: Item[]): Item[] =>
    items.filter((item) => {
      if (given.has(item.id)) return false;
      given.add(item.id);
      return true;
    });

  // What was read without a gap from the front on. What lies beyond a gap is given at once, but proves nothing.
  const connected = new Set<string>();
  const connect = (items: Item[]): void => items.forEach(({ id }) => connected.add(id));

  const first = await read(1, pageSize);
  connect(first.data);
  yield* fresh(first.data);
  if (!first.hasMore || first.data.length === 0) return;

  // A service may give fewer than asked for: what counts is what it says it gave.
  const size = Math.max(2, Math.min(first.limit || pageSize, pageSize));
  let end = Math.max(first.data.length, first.limit || 0);
  let stepsBack = 0;
  for (let idle = 0; idle < MOST_IDLE;) {
    const { page, limit } = nextPage(end, size);
    const answer = await read(page, limit);
    const leading = answer.data[0];
    const start = (page - 1) * (answer.limit || limit);
    // Nothing where there was more a moment ago: so much has left the list that the rest stands before this page.
    const known = start === 0 || (leading !== undefined && (start >= end || connected.has(leading.id)));
    const found = fresh(answer.data);
    yield* found;
    idle = found.length > 0 ? 0 : idle + 1;
    if (!known) {
      // Something before here left the list, and what slid forward stands before this page.
      end = Math.max(1, start - size * stepsBack++);
      continue;
    }
    stepsBack = 0;
    connect(answer.data);
    const reached = start + Math.max(answer.data.length, answer.limit || limit);
    if (!answer.hasMore || reached <= end) break;
    end = reached;
  }

  yield* movedToFront(read, first.data[0]!, size, fresh);
}

/** What changed while the pages were read: it stands before the item that was first at the start. */
async function* movedToFront<Item extends Listed>(
  read: (page: number, limit: number) => Promise<Page<Item>>,
  front: Item,
  size: number,
  fresh: (items: Item[]) => Item[],
): AsyncGenerator<Item, void, undefined> {
  const isFront = (item: Item): boolean => item.id === front.id && item.updatedAt === front.updatedAt;
  const peek = await read(1, 1);
  if (peek.data.length === 0 || peek.data.some(isFront)) return;
  for (let page = 1; ; page++) {
    const answer = await read(page, size);
    yield* fresh(answer.data);
    const older = answer.data.some((item) => isFront(item) || item.updatedAt < front.updatedAt);
    if (older || !answer.hasMore || answer.data.length === 0) return;
  }
}

/**
 * The page that starts at or before the last of `end` known items and reaches furthest: page numbers and sizes are
 * all the API takes, so the size is lowered a little to make the pages overlap.
 */
export function nextPage(end: number, size: number): { page: number; limit: number } {
  let best = { page: 1, limit: size };
  let reach = size;
  const fewest = Math.max(1, Math.ceil((end - 1) / size));
  for (let before = fewest; before < fewest + size; before++) {
    const limit = Math.floor((end - 1) / before);
    if (limit < 1) break;
    if ((before + 1) * limit > reach) {
      reach = (before + 1) * limit;
      best = { page: before + 1, limit };
    }
  }
  if (reach > end) return best;
  // Pages too small to overlap and still get on: the next one begins where the last one ended.
  let limit = size;
  while (end % limit !== 0) limit--;
  return { page: end / limit + 1, limit };
}
