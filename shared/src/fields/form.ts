/**
 * What one template asks for when it is sent, in no platform's terms: each connector maps this to its own inputs, and
 * the user's values back to `SendValues`.
 */
export interface SendForm {
  templateId: string;
  templateName: string;
  /** What the template does where a send gives nothing. */
  defaults: {
    name: string;
    note: string;
    sendInOrder: boolean | null;
    expiresInDays: number | null;
  };
  /** In signing order. */
  roles: FormRole[];
  /** Fields filled before sending first, then those of each role, in the template's order. */
  fields: InputField[];
  /** The form of `recipients` that the template's schema asks for. */
  recipientsAs: 'list' | 'object';
}

export interface FormRole {
  role: string;
  order: number;
  type: string;
  inPerson: boolean;
  /** True where the template names nobody: an e-mail address must be given. */
  required: boolean;
  /** Whom the template names; they are used where nothing is given. */
  assigned: { name: string; email: string } | null;
  description: string;
}

/**
 * - `text`, `number`, `boolean`: as they are
 * - `date`: a day, in `format` or `yyyy-MM-dd`
 * - `choice`: one of `choices`
 * - `choices`: a list of `choices`
 */
export type InputKind = 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'choices';

export interface Choice {
  value: string | number | boolean;
  label: string;
}

export interface InputField {
  /** The key in `fields` of the send request: the field's name, or `<role>::<name>` where names collide. */
  key: string;
  /** The field's own name. */
  name: string;
  /** The role that fills it while signing; null for a field filled before sending. */
  role: string | null;
  /** For people: the name, with the role where the name alone would not tell fields apart. */
  label: string;
  /** What the service says of the field; empty where it says nothing. */
  description: string;
  kind: InputKind;
  /** Empty but for `choice` and `choices`. */
  choices: Choice[];
  /** A date's own pattern, such as `MM/dd/yyyy`; null where unknown and for every other kind. */
  format: string | null;
  /** True where a send without a value is refused. */
  required: boolean;
  /** The template's value; null where it has none. Left as it is when a send gives nothing. */
  default: unknown;
  /** What is sent for a value: JSON numbers and booleans, or their text. */
  sendAs: 'string' | 'number' | 'integer' | 'boolean' | 'list';
  /** A pattern the text must match, where the schema has one. */
  pattern: string | null;
  /** Longest text, in characters, where the schema limits it. */
  maxLength: number | null;
}

/** What a user gave. Empty values (null, undefined, blank text, an empty list) are left out of the request. */
export interface SendValues {
  /** A list of `{ role, email, name }`, or an object keyed by role. */
  recipients?: unknown;
  /** Keyed by `InputField.key`; `<role>::<name>` is accepted for every field. */
  fields?: unknown;
  name?: unknown;
  note?: unknown;
  reference?: unknown;
  sendInOrder?: unknown;
  expiresInDays?: unknown;
  sendEmails?: unknown;
}
