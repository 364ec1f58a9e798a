import type { Bundle, ZObject } from 'zapier-platform-core';
import { Deadline } from '../src/deadline.ts';
import { operation } from '../src/operation.ts';
import { stashDownload } from '../src/hydrators.ts';
import { Readable } from 'node:stream';

class AppError extends Error {}

const never = (): Promise<never> => new Promise(() => undefined);

/** Zapier's `z` as far as a request needs it; `request` gives the answers. */
function zapier(request: (options: { signal: AbortSignal }) => Promise<unknown>, more: object = {}): ZObject {
  return { request, errors: { Error: AppError }, ...more } as unknown as ZObject;
}

const bundle = {
  authData: { base_url: 'http://127.0.0.1:1/v1', token: 'secret-token' },
  inputData: {},
} as unknown as Bundle;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('requests share the time of their call', async () => {
  const account = { status: 200, headers: [], content: '{"id":"1"}' };
  let requests = 0;
  const z = zapier(async () => {
    requests++;
    await pause(120);
    return account;
  });
  const twice = operation(async ({ client }) => [await client.me(), await client.me()], 200);
  await expect(twice(z, bundle)).rejects.toThrow('did not answer in time');
  expect(requests).toBe(2);
});

test('a request that is late is let go of', async () => {
  let signal: AbortSignal | undefined;
  const z = zapier((options) => {
    ({ signal } = options);
    return never();
  });
  const start = performance.now();
  const call = operation(({ client }) => client.me(), 50)(z, bundle);
  await expect(call).rejects.toThrow('did not answer in time');
  expect(signal?.aborted).toBe(true);
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('a part of a call has a limit of its own, and no more than is left', () => {
  const deadline = new Deadline(100);
  expect(deadline.within(20).left).toBeLessThanOrEqual(20);
  expect(deadline.within(5_000).left).toBeLessThanOrEqual(100);
  expect(new Deadline(-5).left).toBe(0);
});

test('what knows no deadline is not waited for either', async () => {
  const call = operation(never, 10)(zapier(never), bundle);
  await expect(call).rejects.toThrow('This step took longer than Zapier allows: try again later.');
});

test('an upload that does not end is an error in words', async () => {
  const download = { body: Readable.from([Buffer.from('%PDF')]), size: 4, fileName: 'a.pdf' };
  const z = zapier(never, { stashFile: never });
  await expect(stashDownload({ z, deadline: new Deadline(100) }, download)).rejects.toThrow(
    'The transfer of “a.pdf” took longer than Zapier gives a step: try again later.',
  );
});
