/** One step of the main job, as the report keeps it. */
export interface Step {
  connector: string;
  step: string;
  ok: boolean;
  /** What it gave, or why it failed. */
  detail: string;
  milliseconds: number;
}

export type RunStep = <Result>(
  step: string,
  run: () => Promise<Result>,
  describe?: (result: Result) => string,
) => Promise<Result>;

/** Runs the steps of one connector one after the other, prints each, and keeps them for the report. */
export function stepsOf(connector: string, report: Step[]): RunStep {
  return async (step, run, describe) => {
    const start = performance.now();
    const keep = (ok: boolean, detail: string): void => {
      const milliseconds = Math.round(performance.now() - start);
      report.push({ connector, step, ok, detail, milliseconds });
      console.log(
        `  ${ok ? '✓' : '✗'} ${connector.padEnd(7)} ${step}${detail ? ` — ${detail}` : ''} (${milliseconds} ms)`,
      );
    };
    try {
      const result = await run();
      keep(true, describe?.(result) ?? '');
      return result;
    } catch (error) {
      keep(false, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}
