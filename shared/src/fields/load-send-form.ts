import type { SigningClient } from '../client/signing-client.ts';
import { notTheApi } from '../client/answer.ts';
import type { Field, JsonSchema, Role, TemplateDetail } from '../types.ts';
import type { Choice, FormRole, InputField, InputKind, SendForm } from './form.ts';
import { SchemaReader, type SchemaFacts } from './json-schema.ts';

/** Loads what a template asks for when it is sent, in two requests at once. */
export async function loadSendForm(client: SigningClient, templateId: string): Promise<SendForm> {
  const [template, answer] = await Promise.all([
    client.template(templateId),
    client.templateSchema(templateId),
  ]);
  if (answer.schema === undefined) throw notTheApi(client.baseUrl, 200);
  return sendForm(template, answer.schema);
}

/**
 * The form of a template from its detail and the JSON Schema of its send request (section 4). Where the two differ, the
 * schema says what may be sent, and the detail adds type, format, options and default.
 */
export function sendForm(template: TemplateDetail, schema: JsonSchema): SendForm {
  const reader = new SchemaReader(schema);
  const request = reader.read();
  const part = (name: string): SchemaFacts => reader.read(request.properties?.get(name) ?? true);
  const roles = rolesOf(template, part('recipients'), reader);
  return {
    templateId: String(template.id),
    templateName: template.name ?? '',
    defaults: {
      name: template.name ?? '',
      note: template.note ?? '',
      sendInOrder: template.sendInOrder ?? null,
      expiresInDays: template.expiresInDays ?? null,
    },
    roles: roles.roles,
    fields: fieldsOf(template, request, reader, roles.roles),
    recipientsAs: roles.recipientsAs,
  };
}

function rolesOf(
  template: TemplateDetail,
  recipients: SchemaFacts,
  reader: SchemaReader,
): Pick<SendForm, 'roles' | 'recipientsAs'> {
  const described = roleSchemas(recipients, reader);
  const detail = template.roles ?? [];
  const known = new Map(detail.map((role) => [role.role, role]));
  const names =
    described.roles.size === 0
      ? detail.map(({ role }) => role)
      : // A role that the template leaves open must be given, whatever the schema leaves out.
        [...described.roles.keys(), ...detail.filter(({ assigned }) => !assigned).map(({ role }) => role)];
  const roles = [...new Set(names)].map((name): FormRole => {
    const role: Partial<Role> = known.get(name) ?? {};
    return {
      role: name,
      order: role.order ?? Number.MAX_SAFE_INTEGER,
      type: role.type ?? 'signer',
      inPerson: role.inPerson ?? false,
      required: described.required.has(name) || (known.has(name) && !role.assigned),
      assigned: role.assigned ?? null,
      description: described.roles.get(name)?.description ?? '',
    };
  });
  roles.sort((a, b) => a.order - b.order);
  return { roles, recipientsAs: described.form };
}

/** What the schema says of the recipients, whether as an object keyed by role or as a list of entries with a `role`. */
function roleSchemas(
  recipients: SchemaFacts,
  reader: SchemaReader,
): { form: SendForm['recipientsAs']; roles: Map<string, SchemaFacts>; required: Set<string> } {
  const forms = recipients.alternatives.length > 0 ? recipients.alternatives : [recipients];
  const list = forms.find((form) => form.types.includes('array') || form.items || form.listed.length > 0);
  const object = forms.find((form) => form.properties && form !== list && !form.types.includes('array'));
  const roles = new Map<string, SchemaFacts>();
  const required = new Set<string>(object?.required);
  for (const [role, schema] of object?.properties ?? []) {
    const facts = reader.read(schema);
    if (facts.allowed) roles.set(role, facts);
  }
  for (const entry of [...(list?.listed ?? []), ...(list?.items ? [list.items] : [])]) {
    const must = entry !== list?.items;
    for (const branch of entry.alternatives.length > 0 ? entry.alternatives : [entry]) {
      const role = reader.read(branch.properties?.get('role') ?? true);
      for (const { value } of role.choices ?? []) {
        if (!roles.has(String(value))) roles.set(String(value), role.choices?.length === 1 ? branch : role);
        if (must && role.choices?.length === 1) required.add(String(value));
      }
    }
  }
  const keyed =
    object !== undefined || (recipients.types.includes('object') && !recipients.types.includes('array'));
  return { form: keyed && !list ? 'object' : 'list', roles, required };
}

function fieldsOf(
  template: TemplateDetail,
  request: SchemaFacts,
  reader: SchemaReader,
  roles: FormRole[],
): InputField[] {
  const detail = new DetailFields(template.fields ?? []);
  const schema = request.properties?.get('fields');
  const facts = schema === undefined ? undefined : reader.read(schema);
  // A schema that speaks of the request but names no fields has none to fill; one that says nothing leaves the detail.
  const silent =
    facts === undefined
      ? request.properties === null && request.open
      : facts.properties === null && facts.open && facts.allowed;
  const fields: InputField[] = [];
  if (silent) {
    for (const field of detail.fillable)
      fields.push(inputField(detail.keyOf(field), field, reader.read(true), false));
  } else if (facts?.allowed) {
    for (const [key, property] of facts.properties ?? []) {
      const said = reader.read(property);
      if (!said.allowed) continue;
      const field = detail.find(key) ?? unlisted(key, roles);
      fields.push(inputField(key, field, said, facts.required.has(key)));
    }
  }
  const places = new Map(roles.map(({ role }, index) => [role, index]));
  const turns = new Map(detail.all.map((field, index) => [`${field.role ?? ''}\u0000${field.name}`, index]));
  const placed = fields.map((field) => ({
    field,
    place: field.role === null ? -1 : (places.get(field.role) ?? places.size),
    turn: turns.get(`${field.role ?? ''}\u0000${field.name}`) ?? turns.size,
  }));
  placed.sort((a, b) => a.place - b.place || a.turn - b.turn);
  return labelled(placed.map(({ field }) => field));
}

/** The fields of a template's detail, found by the keys that select them when sending. */
class DetailFields {
  readonly all: Field[];
  readonly fillable: Field[];
  readonly #byName = new Map<string, Field[]>();
  readonly #byLongKey = new Map<string, Field>();

  constructor(fields: Field[]) {
    this.all = fields;
    this.fillable = fields.filter(({ fillable }) => fillable !== false);
    for (const field of this.fillable) {
      const named = this.#byName.get(field.name);
      if (named) named.push(field);
      else this.#byName.set(field.name, [field]);
      if (field.role !== null) this.#byLongKey.set(`${field.role}::${field.name}`, field);
    }
  }

  find(key: string): Field | undefined {
    const named = this.#byName.get(key) ?? [];
    return (
      named.find(({ role }) => role === null) ??
      this.#byLongKey.get(key) ??
      (named.length === 1 ? named[0] : undefined)
    );
  }

  /** A role's field whose name collides needs the long key (section 2, Send request). */
  keyOf(field: Field): string {
    const collides = (this.#byName.get(field.name)?.length ?? 0) > 1;
    return collides && field.role !== null ? `${field.role}::${field.name}` : field.name;
  }
}

/** A field that only the schema knows. */
function unlisted(key: string, roles: FormRole[]): Partial<Field> & Pick<Field, 'name' | 'role'> {
  const role = roles.find((candidate) => key.startsWith(`${candidate.role}::`))?.role;
  return role === undefined ? { name: key, role: null } : { name: key.slice(role.length + 2), role };
}

function inputField(
  key: string,
  field: Partial<Field> & Pick<Field, 'name' | 'role'>,
  said: SchemaFacts,
  mustBeSent: boolean,
): InputField {
  const { kind, sendAs } = kindOf(field, said);
  const value = isBlank(field.default) ? said.default : field.default;
  const before = field.role === null && field.required === true;
  return {
    key,
    name: field.name,
    role: field.role,
    label: said.title || field.name,
    description: said.description,
    kind,
    choices: kind === 'choice' || kind === 'choices' ? choicesOf(field, said) : [],
    format: kind === 'date' ? field.format || null : null,
    required: (mustBeSent || before) && isBlank(value),
    default: isBlank(value) ? null : value,
    sendAs,
    // A schema that knows dates by JSON Schema's format alone takes only that.
    pattern: said.pattern ?? (said.format === 'date' && said.strictFormat ? ISO_DAY_PATTERN : null),
    maxLength: said.maxLength,
  };
}

const ISO_DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

function choicesOf(field: Partial<Field>, said: SchemaFacts): Choice[] {
  const fromSchema = said.items?.choices ?? said.choices;
  if (fromSchema && fromSchema.length > 0) return fromSchema;
  return (field.options ?? []).map((option) => ({ value: option, label: String(option) }));
}

function kindOf(field: Partial<Field>, said: SchemaFacts): { kind: InputKind; sendAs: InputField['sendAs'] } {
  const { types } = said;
  const has = (type: string): boolean => types.includes(type);
  const options = (field.options?.length ?? 0) > 0;

  if (has('array') || said.items) {
    const limited = options || (said.items?.choices?.length ?? 0) > 0;
    return { kind: limited ? 'choices' : 'text', sendAs: 'list' };
  }
  if (has('boolean') && !has('string')) return { kind: 'boolean', sendAs: 'boolean' };
  if (said.choices && said.choices.length > 0) return { kind: 'choice', sendAs: 'string' };
  if (has('integer') && !has('number') && !has('string')) return { kind: 'number', sendAs: 'integer' };
  if (has('number') && !has('string')) return { kind: 'number', sendAs: 'number' };
  if (said.format === 'date' || field.type === 'date') return { kind: 'date', sendAs: 'string' };
  if (field.type === 'number') {
    const textOnly = has('string') && !has('number') && !has('integer');
    return { kind: 'number', sendAs: textOnly ? 'string' : 'number' };
  }
  if (field.type === 'checkbox' && !has('string')) {
    return options ? { kind: 'choices', sendAs: 'list' } : { kind: 'boolean', sendAs: 'boolean' };
  }
  if (options) return { kind: 'choice', sendAs: 'string' };
  return { kind: 'text', sendAs: 'string' };
}

/** Gives fields that would read alike their role, so that each label stands for one field. */
function labelled(fields: InputField[]): InputField[] {
  const alike = new Map<string, number>();
  for (const { label } of fields) alike.set(label, (alike.get(label) ?? 0) + 1);
  const names = new Map<string, number>();
  for (const { name } of fields) names.set(name, (names.get(name) ?? 0) + 1);
  return fields.map((field) => {
    const ambiguous = (alike.get(field.label) ?? 0) > 1 || (names.get(field.name) ?? 0) > 1;
    if (!ambiguous) return field;
    if (field.role !== null) return { ...field, label: `${field.name} (${field.role})` };
    return (alike.get(field.label) ?? 0) > 1 && field.label !== field.name
      ? { ...field, label: `${field.label} (${field.key})` }
      : field;
  });
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}
