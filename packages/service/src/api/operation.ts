import type { Account } from '../domain/types.ts';
import type { JsonSchema } from '../domain/template-schema.ts';
import type { Answer } from './answer.ts';
import type { SchemaName } from './schemas.ts';

/** One endpoint of section 4, described once: for validation, for openapi.json and for the router. */
export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base address, with `{id}` for the one path parameter there is. */
  path: string;
  tag: 'Account' | 'Templates' | 'Documents' | 'Events and webhooks';
  summary: string;
  /** Schemas of the query's parameters; others are ignored. */
  query?: Record<string, JsonSchema>;
  body?: { schema: SchemaName; required: boolean };
  success: {
    status: 200 | 201 | 204;
    description: string;
    /** Left out for a PDF and for no content. */
    schema?: SchemaName;
    pdf?: true;
    headers?: Record<string, string>;
  };
  /** Error statuses beyond 401 and 429, with what they mean here. */
  errors?: Record<number, string>;
}

/** What an operation's handler is given. */
export interface ApiRequest {
  account: Account;
  tokenId: string;
  /** The path's `{id}`, decoded; empty where there is none. */
  id: string;
  /** Validated; integers as numbers. */
  query: Record<string, string | number | undefined>;
  /** `{}` when none was sent and none is required. */
  body: unknown;
  /** Problems of the body's types and lengths, by the operation's schema: to be refused once what else there is to say is known. */
  bodyProblems: { at: string; message: string }[];
}

export interface Endpoint {
  operation: Operation;
  handle: (request: ApiRequest) => Answer | Promise<Answer>;
}
