import type { JsonSchema } from '../domain/template-schema.ts';
import type { Operation } from './operation.ts';
import { ref, SCHEMAS } from './schemas.ts';

const ERROR = { 'application/json': { schema: ref('Error') } };

/** `{base_url}/openapi.json` (sections 1 and 9), from the operations and schemas that the router works with. */
export function openApiDocument(operations: readonly Operation[], baseUrl: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= operation.path.includes('{id}') ? { parameters: [ID] } : {});
    path[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Document Signing Service API',
      version: '1.0.0',
      description:
        'Send documents for signature from templates, follow them, download signed PDFs, receive signed events.',
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { apiToken: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiToken: { type: 'apiKey', in: 'header', name: 'X-API-Token' },
      },
      headers: RATE_LIMIT_HEADERS,
    },
  };
}

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const seconds = { type: 'integer', minimum: 1 };
const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': { description: 'Requests a minute, per token.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left now.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Reset': { description: 'Seconds until more are possible.', schema: seconds },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: seconds },
};

function describe(operation: Operation): JsonSchema {
  const { id, tag, summary, query = {}, body, success, errors = {} } = operation;
  const limits = headerRefs(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']);
  const failures: Record<number, unknown> = {
    ...(body && { 400: { description: 'The body is not JSON.', content: ERROR } }),
    401: { description: 'No token, or the token is revoked or expired.', content: ERROR },
    ...(body && {
      413: { description: 'The body is too large.', content: ERROR },
      415: { description: 'The body is not application/json.', content: ERROR },
    }),
    429: {
      description: 'Too many requests.',
      headers: { ...limits, ...headerRefs(['Retry-After']) },
      content: ERROR,
    },
  };
  for (const [status, description] of Object.entries(errors)) {
    failures[Number(status)] = { description, headers: limits, content: ERROR };
  }
  const own = Object.entries(success.headers ?? {}).map(([name, description]) => [
    name,
    { description, required: true, schema: { type: 'string' } },
  ]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(Object.keys(query).length > 0 && {
      parameters: Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema })),
    }),
    ...(body && {
      requestBody: { required: body.required, content: { 'application/json': { schema: ref(body.schema) } } },
    }),
    responses: {
      [success.status]: {
        description: success.description,
        headers: { ...limits, ...(Object.fromEntries(own) as object) },
        ...(success.schema && { content: { 'application/json': { schema: ref(success.schema) } } }),
        ...(success.pdf && { content: { 'application/pdf': {} } }),
      },
      ...failures,
    },
  };
}

function headerRefs(names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
