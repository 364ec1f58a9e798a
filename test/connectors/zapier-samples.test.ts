import { collectAnswers, type Answers } from './zapier-answers.ts';
import { startLocalService, type LocalService } from './zapier-local-service.ts';
import { type ZapierEngine } from './zapier-engine.ts';

/** Zapier's checks T004 to T006 and Z001, on answers of the real service: samples, hooks and lists have the same keys. */

let service: LocalService;
let engine: ZapierEngine;
let answers: Answers;

beforeAll(async () => {
  service = await startLocalService();
  engine = await service.engine();
  answers = await collectAnswers(service, engine);
});
afterAll(() => service.close());

function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, part]) => keysOf(part, at === '' ? key : `${at}.${key}`));
}
const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

test('every step was run', () => {
  const { triggers, creates, searches } = engine.app as Record<string, object>;
  const all = Object.entries({ triggers, creates, searches }).flatMap(([kind, steps]) =>
    Object.keys(steps ?? {}).map((key) => `${kind}.${key}`),
  );
  expect(sorted(answers.steps.keys())).toEqual(sorted(all));
  for (const [step, results] of answers.steps)
    expect({ step, results: results.length > 0 }).toEqual({ step, results: true });
});

test('every key of a sample is in every live answer, and lists give the very keys that hooks give', () => {
  for (const [step, results] of answers.steps) {
    const [kind = '', key = ''] = step.split('.');
    const { sample } = engine.app[kind][key].operation as { sample: Record<string, unknown> };
    for (const result of results) {
      expect({ step, missing: keysOf(sample).filter((one) => !keysOf(result).includes(one)) }).toEqual({
        step,
        missing: [],
      });
      // Any kind of event may come in, each with details of its own.
      const except = step === 'triggers.event' ? /^details/ : /^$/;
      const more = sorted(keysOf(result).filter((one) => !keysOf(sample).includes(one) && !except.test(one)));
      expect({ step, more }).toEqual({ step, more: [] });
    }
  }
});

test('an event is the same item from the hook and from the list', () => {
  for (const [step, results] of answers.steps) {
    if (!step.startsWith('triggers.') || step.endsWith('_list')) continue;
    const byId = Map.groupBy(results, ({ id }) => id);
    const twice = [...byId.values()].filter((items) => items.length === 2);
    expect({ step, compared: twice.length > 0 }).toEqual({ step, compared: true });
    for (const [hook, listed] of twice) expect(hook).toEqual(listed);
  }
});

test('live answers are of the types that the outputs declare', () => {
  for (const [step, results] of answers.steps) {
    const [kind = '', key = ''] = step.split('.');
    const { outputFields } = engine.app[kind][key].operation as {
      outputFields: { key: string; type?: string }[];
    };
    for (const { key: output, type = 'string' } of outputFields) {
      for (const value of results.flatMap((result) => valuesOf(result, output))) {
        expect({ step, output, value, ofType: isOfType(value, type) }).toEqual({
          step,
          output,
          value,
          ofType: true,
        });
      }
    }
  }
});

function valuesOf(value: unknown, output: string): unknown[] {
  const parts = output.split(/__|(?<=\[\])/);
  let values = [value];
  for (const part of parts) {
    values = values.flatMap((at) => (at as Record<string, unknown> | null)?.[part.replace('[]', '')] ?? []);
  }
  return values;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number' || type === 'boolean') return typeof value === type;
  if (type === 'datetime') return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return typeof value === 'string';
}
