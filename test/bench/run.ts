import { readdirSync } from 'node:fs';
import { holds, type Measure } from './measure.ts';

/**
 * `npm run bench [-- name …]`: the measures of every file here, or of the named ones, each as a ratio or a figure within
 * this one run. Machines are noisy: a figure off its aim is marked, and ends nothing.
 */
const all = readdirSync(import.meta.dirname)
  .map((file) => /^([a-z0-9-]+)\.ts$/.exec(file)?.[1])
  .filter((name): name is string => name !== undefined && name !== 'run' && name !== 'measure');
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: choose from ${all.join(', ')}.`);
  process.exit(2);
}

for (const name of asked.length > 0 ? asked : all) {
  const { measure } = (await import(`./${name}.ts`)) as { measure?: () => Promise<Measure[]> };
  if (!measure) continue;
  for (const result of await measure()) {
    const value = result.value.toFixed(result.value < 0.1 ? 4 : result.value < 10 ? 3 : 1);
    const mark = holds(result) ? '' : '  — off the aim';
    console.log(
      `${result.name.padEnd(64)} ${value.padStart(9)} ${result.unit.padEnd(6)} (aim ${result.aim})${mark}`,
    );
  }
}
