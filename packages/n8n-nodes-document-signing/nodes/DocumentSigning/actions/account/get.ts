import { asItem, type Operation } from '../operation.ts';

/** `GET /me` (section 4). */
export const get: Operation = {
  option: {
    name: 'Get',
    description: 'Read the account that the token acts as: its name, e-mail address, company and time zone',
    action: 'Get the account',
  },
  properties: [],
  execute: async ({ client }) => [asItem(await client.me())],
};
