import { HandedOver } from '../../../nodes/DocumentSigningTrigger/handed-over.ts';

const now = () => 1_800_000_000;

describe('HandedOver', () => {
  it('knows an event only after it was handed over', async () => {
    const events = new HandedOver();
    const first = await events.begin('a', now);
    first!(false);
    const second = await events.begin('a', now);
    expect(second).not.toBeNull();
    second!(true);
    expect(await events.begin('a', now)).toBeNull();
    expect(events.save({}, 10)).toEqual({ a: now() });
  });

  it('lets a repeat wait for the outcome of what is under way', async () => {
    const events = new HandedOver();
    const settle = await events.begin('a', now);
    const repeats = [events.begin('a', now), events.begin('a', now)];
    settle!(false);
    const retried = await Promise.race(repeats);
    expect(retried).not.toBeNull();
    retried!(true);
    expect((await Promise.all(repeats)).filter((repeat) => repeat === null)).toHaveLength(1);
  });

  it('is settled once', async () => {
    const events = new HandedOver();
    const settle = await events.begin('a', now);
    settle!(true);
    settle!(false);
    expect(await events.begin('a', now)).toBeNull();
  });

  it('settled late, leaves a later delivery of the same event alone', async () => {
    const events = new HandedOver();
    const first = await events.begin('a', now);
    first!(false);
    const second = await events.begin('a', now);
    first!(true);
    let waited = false;
    const third = events.begin('a', now).then((settle) => {
      waited = true;
      return settle;
    });
    await Promise.resolve();
    expect(waited).toBe(false);
    second!(true);
    expect(await third).toBeNull();
  });

  it('saves what is being handed over beside what was, and what others kept; the latest ones', async () => {
    const events = new HandedOver({ a: 1 });
    const b = await events.begin('b', now);
    await events.begin('c', now);
    await events.begin('reading', now);
    events.handing('b', now);
    events.handing('c', () => now() + 1);
    expect(events.save({ other: 2 }, 10)).toEqual({ other: 2, b: now(), c: now() + 1 });
    expect(Object.keys(events.save({ other: 2 }, 2))).toEqual(['b', 'c']);
    b!(false);
    expect(events.save({}, 10)).toEqual({ c: now() + 1 });
  });

  it('knows what was saved', async () => {
    expect(await new HandedOver({ a: now() - 60 }).begin('a', now)).toBeNull();
  });
});
