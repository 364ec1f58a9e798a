import { parseEvent, SeenEvents } from '../../src/index.ts';

test('an event is remembered only once it was handed over', () => {
  const seen = new SeenEvents();
  expect(seen.begin('e', 100)).toBe('new');
  expect(seen.begin('e', 100)).toBe('under way');
  seen.failed('e');
  expect(seen.begin('e', 101)).toBe('new');
  seen.done('e', 102);
  expect(seen.begin('e', 103)).toBe('seen');
});

test('what was seen survives in what is kept', () => {
  const seen = new SeenEvents();
  seen.begin('e', 1);
  seen.done('e', 1);
  expect(new SeenEvents(JSON.parse(JSON.stringify(seen.save()))).begin('e', 2)).toBe('seen');
});

test('the oldest are forgotten first, by number and by time', () => {
  const seen = new SeenEvents({}, { most: 2, seconds: 50 });
  for (const [id, at] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const) {
    seen.begin(id, at);
    seen.done(id, at);
  }
  expect(Object.keys(seen.save())).toEqual(['b', 'c']);
  expect(seen.begin('b', 60)).toBe('new');
});

test.each(['', 'null', '[]', '{}', '{"id":1,"event":"x"}', '{"id":"a"}', '<html>'])(
  '%j is no event',
  (body) => {
    expect(parseEvent(body)).toBeNull();
  },
);

test('an event is given as delivered, also of a kind that is not known', () => {
  expect(parseEvent(Buffer.from('{"id":"e","event":"document.new_kind","more":{"x":1}}'))).toEqual({
    id: 'e',
    event: 'document.new_kind',
    more: { x: 1 },
  });
});
