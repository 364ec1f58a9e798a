import type { TemplateField } from './types.ts';

/**
 * Keys of fields in the send request (section 2; docs/decisions.md, "Keys of colliding field names"): a field filled
 * before sending has its plain name, a role's field has its plain name unless another field has the same one, then
 * `<role>::<name>`. The long form is always accepted.
 */

type Named = Pick<TemplateField, 'role' | 'name'>;

export interface FieldKeys<F extends Named> {
  /** Key to field, in the template's order. */
  readonly byKey: ReadonlyMap<string, F>;
  keyOf(field: F): string;
  /** The field a caller means by `key`, or what stands in the way; `suggest` looks for keys that are nearly the same. */
  find(key: string, suggest?: boolean): { field: F } | { ambiguous: string[] } | { unknown: string[] };
}

export function longKey(role: string, name: string): string {
  return `${role}::${name}`;
}

export function fieldKeys<F extends Named>(fields: readonly F[]): FieldKeys<F> {
  const sharing = new Map<string, F[]>();
  for (const field of fields) {
    const others = sharing.get(field.name);
    if (others) others.push(field);
    else sharing.set(field.name, [field]);
  }
  const keyOf = (field: F) =>
    field.role === null || sharing.get(field.name)?.length === 1
      ? field.name
      : longKey(field.role, field.name);

  const byKey = new Map<string, F>();
  const byLongKey = new Map<string, F>();
  for (const field of fields) {
    const key = keyOf(field);
    if (!byKey.has(key)) byKey.set(key, field);
    if (field.role !== null) {
      const long = longKey(field.role, field.name);
      if (!byLongKey.has(long)) byLongKey.set(long, field);
    }
  }

  return {
    byKey,
    keyOf,
    find(key, suggest = true) {
      const field = byKey.get(key) ?? byLongKey.get(key);
      if (field) return { field };
      const colliding = sharing.get(key);
      if (colliding) return { ambiguous: colliding.map(keyOf) };
      return { unknown: suggest ? nearest(key, byKey.keys()) : [] };
    },
  };
}

/** Up to three of `candidates` that `word` may have been meant to be, the likeliest first. */
export function nearest(word: string, candidates: Iterable<string>): string[] {
  const wanted = word.trim().toLowerCase().slice(0, 100);
  const allowed = Math.max(2, Math.floor(wanted.length / 3));
  const close: { candidate: string; distance: number }[] = [];
  for (const candidate of candidates) {
    const folded = candidate.trim().toLowerCase().slice(0, 100);
    const inside = wanted.length > 2 && (folded.includes(wanted) || wanted.includes(folded)) && folded !== '';
    const distance = inside
      ? Math.abs(folded.length - wanted.length) / 100
      : editDistance(wanted, folded, allowed);
    if (distance <= allowed) close.push({ candidate, distance });
  }
  return close
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Levenshtein distance, or a number above `limit` as soon as it is certain to be exceeded. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const cost = Math.min(change, (previous[j] as number) + 1, (current[j - 1] as number) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    previous = current;
  }
  return previous[b.length] as number;
}
