/** One figure of a bench, compared within the same run. */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** What the figure should be: `≥ 0.35`, `≤ 10`. */
  aim: string;
}

export function holds({ value, aim }: Measure): boolean {
  const [sign, limit] = aim.split(' ');
  return sign === '≥' ? value >= Number(limit) : value <= Number(limit);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
