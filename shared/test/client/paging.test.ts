import { eachOf, nextPage } from '../../src/client/paging.ts';

interface Item {
  id: string;
  updatedAt: string;
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    updatedAt: new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString(),
  }));

/** A list as the API pages it, which `change` may shift before each read. */
function listOf(all: Item[], change: (list: Item[], reads: number) => Item[] = (list) => list) {
  let list = all;
  const reads: { page: number; limit: number }[] = [];
  const read = (page: number, limit: number) => {
    list = change(list, reads.length);
    reads.push({ page, limit });
    const from = (page - 1) * limit;
    return Promise.resolve({
      data: list.slice(from, from + limit),
      page,
      limit,
      hasMore: list.length > from + limit,
    });
  };
  return { read, reads };
}

async function ids(read: Parameters<typeof eachOf<Item>>[0], size?: number): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of eachOf(read, size)) found.push(id);
  return found;
}

test.each([0, 1, 99, 100, 101, 199, 200, 250, 1000, 2345])(
  '%i items come once each, in order',
  async (count) => {
    const { read, reads } = listOf(items(count));
    expect(await ids(read)).toEqual(items(count).map(({ id }) => id));
    // One request for each page of 100, at most a few more for the overlap, and one look at the front.
    expect(reads.length).toBeLessThanOrEqual(Math.ceil(count / 90) + 2);
  },
);

test('one page is one request', async () => {
  const { read, reads } = listOf(items(100));
  await ids(read);
  expect(reads).toEqual([{ page: 1, limit: 100 }]);
});

test('what changes while reading, and so moves to the front, is given once', async () => {
  const { read } = listOf(items(350), (list, reads) =>
    reads === 2
      ? [{ id: 'd340', updatedAt: '2026-02-01T00:00:00Z' }, ...list.filter(({ id }) => id !== 'd340')]
      : list,
  );
  const found = await ids(read);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toHaveLength(350);
});

test('what leaves the list pulls nothing past the reader', async () => {
  const gone = new Set(['d3', 'd4', 'd5', 'd50', 'd51']);
  const { read } = listOf(items(350), (list, reads) =>
    reads === 1 ? list.filter(({ id }) => !gone.has(id)) : list,
  );
  const found = await ids(read);
  expect(found).toHaveLength(350);
  expect(new Set(found).size).toBe(350);
});

test('a whole page that leaves the list pulls nothing past the reader', async () => {
  const { read } = listOf(items(900), (list, reads) => (reads === 3 ? list.slice(120) : list));
  const found = new Set(await ids(read));
  for (const { id } of items(900)) expect(found.has(id)).toBe(true);
});

test('items that keep leaving pull nothing past the reader', async () => {
  const { read } = listOf(items(500), (list, reads) => (reads >= 1 && reads <= 4 ? list.slice(10) : list));
  const found = new Set(await ids(read));
  for (const { id } of items(500).slice(40)) expect(found.has(id)).toBe(true);
});

test('a list that shrinks to less than was read loses nothing', async () => {
  const { read } = listOf(items(150), (list, reads) => (reads === 1 ? list.slice(60) : list));
  const found = new Set(await ids(read));
  for (const { id } of items(150)) expect(found.has(id)).toBe(true);
});

test('a service that gives smaller pages than asked for is read to its end', async () => {
  const { read } = listOf(items(130));
  const found = await ids(async (page, limit) => {
    const most = Math.min(limit, 20);
    return { ...(await read(page, most)), limit: most };
  });
  expect(found).toHaveLength(130);
});

test('a service that takes no limit at all is read to its end', async () => {
  const { read } = listOf(items(130));
  expect(await ids(async (page) => ({ ...(await read(page, 25)), limit: 25 }))).toHaveLength(130);
});

test('a list that always says there is more ends', async () => {
  const found = await ids((page, limit) =>
    Promise.resolve({ data: page === 1 ? items(3) : [], page, limit, hasMore: true }),
  );
  expect(found).toEqual(['d0', 'd1', 'd2']);
});

test('nothing more is read once the caller has enough', async () => {
  const { read, reads } = listOf(items(500));
  for await (const { id } of eachOf(read)) if (id === 'd10') break;
  expect(reads).toHaveLength(1);
});

test('the next page always overlaps what is known, and nearly fills a page', () => {
  for (let end = 2; end < 5000; end += 7) {
    const { page, limit } = nextPage(end, 100);
    expect((page - 1) * limit).toBeLessThan(end);
    expect(limit).toBeLessThanOrEqual(100);
    expect(page * limit).toBeGreaterThan(end);
    if (end >= 100 && end < 2500) expect(page * limit - end).toBeGreaterThan(45);
  }
});

test.each([1, 2, 3, 7])('pages of %i are read to the end', async (size) => {
  const { read } = listOf(items(40));
  expect(await ids(read, size)).toHaveLength(40);
});
