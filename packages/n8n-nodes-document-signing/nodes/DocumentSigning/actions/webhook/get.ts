import { asItem, type Operation } from '../operation.ts';
import { webhookId } from '../pickers.ts';
import { withoutSecret } from './without-secret.ts';

/** `GET /webhooks/{id}` (section 4). */
export const get: Operation = {
  option: {
    name: 'Get',
    description:
      'Read one webhook: its address, its events and how its last delivery went. Its secret is left out.',
    action: 'Get a webhook',
  },
  properties: [webhookId],
  async execute(run, itemIndex) {
    return [asItem(withoutSecret(await run.client.webhook(run.id('webhookId', itemIndex))))];
  },
};
