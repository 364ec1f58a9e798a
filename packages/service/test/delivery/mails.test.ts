import type { Mail } from '../../src/domain/types.ts';
import { running } from '../running.ts';

test('who is written to, and that nobody is when e-mails are off', async () => {
  const mails: Mail[] = [];
  const service = await running({
    localControls: true,
    mailer: { send: (mail) => Promise.resolve(void mails.push(mail)) },
  });
  const to = async () => {
    await service.settle();
    return mails.splice(0).map((mail) => `${mail.to.email}: ${mail.subject}`);
  };
  const act = (id: string, body: object) => service.call('POST', `/_local/documents/${id}/act`, body);

  const { id } = (await service.sendLease()) as { id: string };
  expect(await to()).toEqual(['lea@example.com: Please sign: Residential lease']);
  await service.call('POST', `/documents/${id}/remind`);
  expect(await to()).toEqual(['lea@example.com: Reminder: please sign Residential lease']);
  await act(id, { act: 'sign', role: 'Landlord' });
  expect(await to()).toEqual([expect.stringContaining('tim@'), expect.stringContaining('gina@')]);
  await service.call('POST', `/documents/${id}/void`, { reason: 'why' });
  expect(await to()).toEqual([
    'tim@example.com: Withdrawn: Residential lease',
    'gina@example.com: Withdrawn: Residential lease',
  ]);

  const declined = (await service.sendLease()) as { id: string };
  await to();
  await act(declined.id, { act: 'decline', role: 'Landlord', reason: 'no' });
  expect(await to()).toEqual(['ada@example.com: Declined: Residential lease']);

  const done = (await service.sendLease()) as { id: string };
  for (const role of ['Landlord', 'Tenant', 'Guarantor']) await act(done.id, { act: 'sign', role });
  expect((await to()).filter((mail) => mail.includes('Completed'))).toHaveLength(4);

  const quiet = (await service.sendLease({ sendEmails: false })) as { id: string };
  await service.call('POST', `/documents/${quiet.id}/remind`);
  await service.call('POST', `/documents/${quiet.id}/void`);
  expect(await to()).toEqual([]);
  const silent = (await service.sendLease()) as { id: string };
  await to();
  await service.call('POST', `/documents/${silent.id}/void`, { notify: false });
  expect(await to()).toEqual([]);
});

test('a mail opens the signing page, and a mail that fails holds up no other', async () => {
  const mails: Mail[] = [];
  let failures = 1;
  const service = await running({
    report: () => undefined,
    publicUrl: 'https://sign.example.com',
    mailer: {
      send: (mail) =>
        failures-- > 0 ? Promise.reject(new Error('full')) : Promise.resolve(void mails.push(mail)),
    },
  });
  await service.sendLease();
  await service.sendLease();
  await service.settle();
  expect(mails.length).toBeGreaterThanOrEqual(2);
  expect(mails[0]?.text).toMatch(/https:\/\/sign\.example\.com\/sign\/[\w-]{43}/);
});
