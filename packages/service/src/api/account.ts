import { json } from './answer.ts';
import type { Endpoint } from './operation.ts';
import { accountView } from './views.ts';

export function accountEndpoints(): Endpoint[] {
  return [
    {
      operation: {
        id: 'me',
        method: 'GET',
        path: '/me',
        tag: 'Account',
        summary: 'The person the token acts for',
        success: { status: 200, description: 'The account.', schema: 'Account' },
      },
      handle: ({ account }) => json(accountView(account)),
    },
  ];
}
