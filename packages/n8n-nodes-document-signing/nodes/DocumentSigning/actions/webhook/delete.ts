import { asItem, type Operation } from '../operation.ts';
import { webhookId } from '../pickers.ts';

/** `DELETE /webhooks/{id}` (section 4). */
export const deleteWebhook: Operation = {
  option: {
    name: 'Delete',
    description: 'Remove a webhook, so that nothing is delivered to its address any more',
    action: 'Delete a webhook',
  },
  properties: [webhookId],
  async execute(run, itemIndex) {
    const id = run.id('webhookId', itemIndex);
    await run.client.deleteWebhook(id);
    return [asItem({ id, deleted: true })];
  },
};
