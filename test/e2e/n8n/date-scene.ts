import assert from 'node:assert/strict';
import { example, nodeOf, type Scene } from './scene.ts';

const START = 'When clicking ‘Execute workflow’';
const ZONES = ['Pacific/Kiritimati', 'Pacific/Honolulu', 'America/New_York'];
const VALUES = [
  '2026-12-24',
  '={{ "12/24/2026" }}',
  '={{ "2026-12-24T23:30:00" }}',
  '={{ DateTime.fromISO("2026-12-24T00:00:00") }}',
  '={{ DateTime.fromISO("2026-12-24T23:59:59") }}',
  '={{ DateTime.fromISO("2026-12-24").toJSDate() }}',
  '={{ DateTime.fromISO("2026-12-24T23:59:59").toJSDate() }}',
  '={{ new Date(DateTime.fromISO("2026-12-24T12:00:00").toMillis()) }}',
];

/** A day stays that day, however it is given and wherever the workflow is: here with n8n's own evaluation of expressions. */
export async function dateScene({ n8n, service, credentials }: Scene): Promise<string> {
  for (const timezone of ZONES) {
    const workflow = example('send-sign-download');
    const start = nodeOf(workflow, START);
    const send = nodeOf(workflow, 'Send the lease');
    const nodes = VALUES.map((value, index) => {
      const node = structuredClone(send);
      const { fields } = node.parameters as unknown as { fields: { value: Record<string, string> } };
      fields.value['Start date'] = value;
      return { ...node, id: String(index), name: `Send ${index}` };
    });
    const id = await n8n.addWorkflow(
      {
        name: `Dates in ${timezone}`,
        nodes: [start, ...nodes],
        connections: {
          [start.name]: { main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
        },
        settings: { executionOrder: 'v1', timezone },
      },
      credentials,
    );
    await n8n.execute(id, start.name);
    const execution = await n8n.waitForExecution(id);
    assert.equal(execution.status, 'success', JSON.stringify(execution.error));
    for (const [index, value] of VALUES.entries()) {
      const sent = String(execution.items(`Send ${index}`)[0]!.json.id);
      const { fields } = service.store.documents.get(sent)!.document;
      const day = fields.find(({ key }) => key === 'Start date')!.value;
      assert.deepEqual([timezone, value, day], [timezone, value, '12/24/2026']);
    }
  }
  return `${VALUES.length} ways to give a day, in ${ZONES.join(', ')}`;
}
