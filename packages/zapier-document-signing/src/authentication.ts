import type { Authentication } from 'zapier-platform-core';
import { operation } from './operation.ts';

/** Base URL and token (section 5). The test reads the account (`GET /me`), which also names the connection. */
export const authentication: Authentication = {
  type: 'custom',
  fields: [
    {
      key: 'base_url',
      label: 'Base URL',
      type: 'string',
      required: true,
      placeholder: 'https://sign.example.com/v1',
      helpText:
        'The address of the service’s API. It begins with `https://` and ends in the version, such as `/v1`; it stands beside the tokens in the product’s settings.',
    },
    {
      key: 'token',
      label: 'API Token',
      type: 'password',
      required: true,
      helpText:
        'Create a token of its own for Zapier in the product’s settings, in the section for API and webhooks. It is shown once and lasts at most a year. [Step by step](https://github.com/document-signing/connectors/tree/main/packages/zapier-document-signing#connect).',
    },
  ],
  test: operation(({ client }) => client.me()),
  connectionLabel: '{{name}} ({{email}})',
};
