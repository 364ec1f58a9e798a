import type { JsonSchema } from '../types.ts';
import type { Choice } from './form.ts';

/** What a schema says of one value, its `$ref`, `allOf`, `anyOf` and `oneOf` followed and put together. */
export interface SchemaFacts {
  /** The JSON types it may have, without `null`; empty where the schema does not say. */
  types: string[];
  /** The values it may have, with their titles; null where it is not limited to some. */
  choices: Choice[] | null;
  format: string | null;
  /** True where every value must have the format; false where it is that of one alternative. */
  strictFormat: boolean;
  pattern: string | null;
  maxLength: number | null;
  title: string;
  description: string;
  /** Undefined where there is none. */
  default: unknown;
  /** Of an object: its properties in the schema's order; null where it names none. */
  properties: Map<string, JsonSchema> | null;
  required: Set<string>;
  /** Of an array: what each item may be. */
  items: SchemaFacts | null;
  /** Of an array: what its first, second … item may be, and the items it must contain. */
  listed: SchemaFacts[];
  /** The alternatives, each by itself, where there are several. */
  alternatives: SchemaFacts[];
  /** False where the value may not be given at all. */
  allowed: boolean;
  /** False where a property that is not named may not be given. */
  open: boolean;
}

type Keywords = { [keyword: string]: unknown };

/** Deep enough for any schema written by hand or tool; a schema that refers to itself ends here. */
const DEEPEST = 8;

/** Reads one schema document; references are followed inside it (`#/…`, `#anchor`, or an `$id` in it). */
export class SchemaReader {
  readonly #root: JsonSchema;
  #anchors: Map<string, JsonSchema> | undefined;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  read(schema: JsonSchema | undefined = this.#root, depth = 0): SchemaFacts {
    const facts = nothingSaid();
    if (schema === false) return { ...facts, allowed: false };
    if (!isKeywords(schema) || depth > DEEPEST) return facts;
    this.#addTo(facts, schema, depth);
    return facts;
  }

  #addTo(facts: SchemaFacts, schema: Keywords, depth: number): void {
    addOwn(facts, schema);
    if (isKeywords(schema.properties)) addProperties(facts, Object.entries(schema.properties));
    if (isKeywords(schema.items)) facts.items ??= this.read(schema.items, depth + 1);
    for (const list of [schema.prefixItems, schema.items]) {
      for (const item of listOf(list)) facts.listed.push(this.read(item as JsonSchema, depth + 1));
    }
    if (isKeywords(schema.contains)) facts.listed.push(this.read(schema.contains, depth + 1));

    if (typeof schema.$ref === 'string') this.#merge(facts, this.#resolve(schema.$ref), depth);
    for (const part of listOf(schema.allOf)) this.#merge(facts, part, depth);
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const branches = listOf(schema[keyword]).map((branch) => this.read(branch as JsonSchema, depth + 1));
      if (branches.length > 0) addAlternatives(facts, branches);
    }
  }

  #merge(facts: SchemaFacts, part: unknown, depth: number): void {
    if (part === false) facts.allowed = false;
    else if (isKeywords(part) && depth < DEEPEST) merge(facts, this.read(part, depth + 1));
  }

  #resolve(reference: string): JsonSchema | undefined {
    const hash = reference.indexOf('#');
    const pointer = hash < 0 ? '' : reference.slice(hash + 1);
    const document =
      hash === 0 ? this.#root : this.#anchored(hash < 0 ? reference : reference.slice(0, hash));
    if (pointer === '') return document;
    if (!pointer.startsWith('/')) return this.#anchored(`#${pointer}`);
    let at: unknown = document;
    for (const step of pointer.slice(1).split('/')) {
      if (typeof at !== 'object' || at === null) return undefined;
      at = (at as Record<string, unknown>)[unescapePointer(step)];
    }
    return at as JsonSchema | undefined;
  }

  /** The subschema with an `$id` or (after `#`) an `$anchor`; the root for an id that is not found: it is the root's own. */
  #anchored(name: string): JsonSchema | undefined {
    if (!this.#anchors) {
      this.#anchors = new Map();
      collectAnchors(this.#root, this.#anchors, 0);
    }
    return this.#anchors.get(name) ?? (name.startsWith('#') ? undefined : this.#root);
  }
}

function nothingSaid(): SchemaFacts {
  return {
    types: [],
    choices: null,
    format: null,
    strictFormat: false,
    pattern: null,
    maxLength: null,
    title: '',
    description: '',
    default: undefined,
    properties: null,
    required: new Set(),
    items: null,
    listed: [],
    alternatives: [],
    allowed: true,
    open: true,
  };
}

/** The keywords that need no other schema. */
function addOwn(facts: SchemaFacts, schema: Keywords): void {
  facts.types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type): type is string => typeof type === 'string' && type !== 'null',
  );
  facts.format = textOf(schema.format);
  facts.strictFormat = facts.format !== null;
  facts.pattern = textOf(schema.pattern);
  facts.maxLength = typeof schema.maxLength === 'number' ? schema.maxLength : null;
  facts.title = textOf(schema.title) ?? '';
  facts.description = textOf(schema.description) ?? '';
  facts.default = schema.default;
  facts.required = new Set(
    listOf(schema.required).filter((name): name is string => typeof name === 'string'),
  );
  facts.allowed = schema.readOnly !== true;
  facts.open = schema.additionalProperties !== false;
  if ('const' in schema) facts.choices = choicesOf([schema.const], facts.title);
  else if (Array.isArray(schema.enum)) facts.choices = choicesOf(schema.enum);
}

function choicesOf(values: unknown[], title = ''): Choice[] {
  return values
    .filter((value): value is Choice['value'] => ['string', 'number', 'boolean'].includes(typeof value))
    .filter((value) => value !== '')
    .map((value) => ({ value, label: title || String(value) }));
}

/** Adds what a `$ref` or an `allOf` part says; what stands beside it comes first. */
function merge(facts: SchemaFacts, part: SchemaFacts): void {
  facts.types = both(facts.types, part.types);
  facts.choices =
    facts.choices && part.choices ? common(facts.choices, part.choices) : (facts.choices ?? part.choices);
  facts.format ??= part.format;
  facts.strictFormat ||= part.strictFormat;
  facts.pattern ??= part.pattern;
  facts.maxLength = smaller(facts.maxLength, part.maxLength);
  facts.title ||= part.title;
  facts.description ||= part.description;
  facts.default ??= part.default;
  if (part.properties) addProperties(facts, part.properties);
  for (const name of part.required) facts.required.add(name);
  facts.items ??= part.items;
  facts.listed.push(...part.listed);
  facts.alternatives.push(...part.alternatives);
  facts.allowed &&= part.allowed;
  facts.open &&= part.open;
}

/** Adds what `anyOf` or `oneOf` leaves possible: the choices of all branches, or what any of them may be. */
function addAlternatives(facts: SchemaFacts, branches: SchemaFacts[]): void {
  const possible = branches.filter((branch) => branch.allowed && saysSomething(branch));
  if (possible.length === 0) return;
  if (possible.length > 1) facts.alternatives.push(...possible);
  // A blank choice (`const: ''` or `null`) is the empty value, which is left out anyway.
  if (possible.every((branch) => branch.choices)) {
    const all = possible.flatMap((branch) => branch.choices ?? []);
    facts.choices ??= all.filter(
      (choice, index) => all.findIndex(({ value }) => value === choice.value) === index,
    );
    facts.types = facts.types.length > 0 ? facts.types : typesOf(facts.choices);
    return;
  }
  const types = [...new Set(possible.flatMap((branch) => branch.types))];
  facts.types = both(facts.types, types);
  for (const branch of possible) {
    facts.choices ??= branch.choices;
    facts.format ??= branch.format;
    facts.title ||= branch.title;
    facts.description ||= branch.description;
    facts.default ??= branch.default;
    facts.items ??= branch.items;
    facts.listed.push(...branch.listed);
    if (branch.properties) addProperties(facts, branch.properties);
    if (possible.length === 1) {
      facts.strictFormat ||= branch.strictFormat;
      facts.pattern ??= branch.pattern;
      facts.maxLength = smaller(facts.maxLength, branch.maxLength);
      for (const name of branch.required) facts.required.add(name);
      facts.open &&= branch.open;
    }
  }
}

/** What a property was first said to be stays. */
function addProperties(facts: SchemaFacts, properties: Iterable<[string, unknown]>): void {
  facts.properties ??= new Map();
  for (const [name, property] of properties) {
    if (!facts.properties.has(name)) facts.properties.set(name, property as JsonSchema);
  }
}

function saysSomething(facts: SchemaFacts): boolean {
  return (
    facts.types.length > 0 ||
    (facts.choices?.length ?? 0) > 0 ||
    facts.properties !== null ||
    facts.items !== null ||
    facts.listed.length > 0 ||
    facts.format !== null ||
    facts.pattern !== null ||
    facts.alternatives.length > 0
  );
}

function typesOf(choices: Choice[]): string[] {
  return [...new Set(choices.map(({ value }) => typeof value))];
}

function both(left: string[], right: string[]): string[] {
  if (left.length === 0 || right.length === 0) return left.length > 0 ? left : right;
  const shared = left.filter((type) => right.includes(type));
  return shared.length > 0 ? shared : left;
}

function common(left: Choice[], right: Choice[]): Choice[] {
  return left.filter(({ value }) => right.some((choice) => choice.value === value));
}

function smaller(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}

function collectAnchors(schema: unknown, anchors: Map<string, JsonSchema>, depth: number): void {
  if (typeof schema !== 'object' || schema === null || depth > 2 * DEEPEST) return;
  const { $id, $anchor } = schema as Keywords;
  if (typeof $id === 'string') anchors.set($id.replace(/#$/, ''), schema as JsonSchema);
  if (typeof $anchor === 'string') anchors.set(`#${$anchor}`, schema as JsonSchema);
  for (const part of Object.values(schema)) collectAnchors(part, anchors, depth + 1);
}

function unescapePointer(step: string): string {
  let decoded = step;
  try {
    decoded = decodeURIComponent(step);
  } catch {
    // Not percent-encoded after all: a name may hold a bare per cent sign.
  }
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

function isKeywords(schema: unknown): schema is Keywords {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
