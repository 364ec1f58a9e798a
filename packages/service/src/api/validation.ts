import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseDateTime } from '../domain/date-pattern.ts';
import { quoted } from '../domain/field-values.ts';
import { characters } from '../domain/limits.ts';
import type { JsonSchema } from '../domain/template-schema.ts';

/**
 * Validation by the very schemas of openapi.json, with every problem as a sentence. Nothing is coerced and nothing
 * removed: what was sent is what is judged.
 */
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  ownProperties: true,
});
addFormats.default(ajv, ['email']);
ajv.addFormat('uri', (text: string) => URL.canParse(text));
ajv.addFormat('date-time', (text: string) => parseDateTime(text) !== null);

export interface ShapeProblem {
  /** JSON pointer to what is wrong; empty for the whole. */
  at: string;
  message: string;
}

export type ShapeCheck = (value: unknown) => ShapeProblem[];

/** `what` names the whole in sentences: "The request body", "The query". */
export function compileShape(schema: JsonSchema, what: string): ShapeCheck {
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map((error) => ({ at: error.instancePath, message: sentence(error, what) }));
}

function sentence(error: ErrorObject, what: string): string {
  const name = error.instancePath === '' ? what : nameOf(error.instancePath);
  const given = quoted(error.data);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return `${JSON.stringify(params['missingProperty'])} is missing; give it.`;
    case 'additionalProperties': {
      const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
      const takes = known.map((key) => JSON.stringify(key)).join(', ');
      return `${JSON.stringify(params['additionalProperty'])} is not known here; ${lower(what)} takes ${takes}.`;
    }
    case 'type':
      if (error.data === undefined) return `${name} is missing; send it as JSON.`;
      return `${name} must be ${typeName(params['type'])}; ${given} is not.`;
    case 'maxLength':
      return `${name} may have at most ${String(params['limit'])} characters; it has ${characters(String(error.data))}.`;
    case 'minimum':
    case 'maximum': {
      const { minimum, maximum } = (error.parentSchema ?? {}) as { minimum?: number; maximum?: number };
      const range = maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
      return `${name} must be ${range}; ${given} is not.`;
    }
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map((one) => JSON.stringify(one)).join(', ');
      return `${name} must be one of ${allowed}; ${given} is not one of them.`;
    }
    case 'format':
      return params['format'] === 'date-time'
        ? `${name} must be a date-time such as 2026-01-31T12:00:00Z; ${given} is not.`
        : `${name} must be ${params['format'] === 'uri' ? 'an absolute address such as https://example.com/hook' : `of the format ${String(params['format'])}`}; ${given} is not.`;
    default:
      return `${name} ${error.message ?? 'is not valid'}.`;
  }
}

function nameOf(pointer: string): string {
  const [first, ...rest] = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (
    JSON.stringify(first) +
    rest.map((step) => `[${/^\d+$/.test(step) ? step : JSON.stringify(step)}]`).join('')
  );
}

function typeName(type: unknown): string {
  const names: Record<string, string> = {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a JSON object',
  };
  return (Array.isArray(type) ? type : [type]).map((one: string) => names[one] ?? one).join(' or ');
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
