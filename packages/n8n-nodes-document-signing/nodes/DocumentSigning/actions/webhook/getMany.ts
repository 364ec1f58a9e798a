import { asItem, type Operation } from '../operation.ts';
import { howMany } from '../pickers.ts';
import { requestedItems } from '../requested-items.ts';
import { withoutSecret } from './without-secret.ts';

/** `GET /webhooks` (section 4): an account holds 25 at most, in one answer. */
export const getMany: Operation = {
  option: {
    name: 'Get Many',
    description:
      'List the webhooks of the account: their addresses, what added them and how their last deliveries went. Their secrets are left out.',
    action: 'Get many webhooks',
  },
  properties: howMany(),
  async execute(run, itemIndex) {
    const webhooks = await requestedItems(run, itemIndex, async function* () {
      yield* (await run.client.webhooks()).data;
    });
    return webhooks.map((webhook) => asItem(withoutSecret(webhook)));
  },
};
