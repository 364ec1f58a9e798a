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
    expect(events.save()).toEqual({ a: now() });
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

  it('knows what was saved', async () => {
    expect(await new HandedOver({ a: now() - 60 }).begin('a', now)).toBeNull();
  });
});
