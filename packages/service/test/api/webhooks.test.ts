import { EVENT_KINDS } from '../../src/domain/types.ts';
import { running, type TestService } from '../running.ts';

let service: TestService;
beforeAll(async () => {
  service = await running({ publicUrl: 'https://sign.example.com/base/v1/', localControls: true });
});
beforeEach(() => service.reset());

const add = (body: unknown, token?: string) => service.call('POST', '/webhooks', body, token);

test('a new webhook, its Location, reading and deleting it', async () => {
  const { status, body, headers } = await add({ url: 'https://example.com/hook', source: 'n8n' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^wh_/),
    url: 'https://example.com/hook',
    events: [],
    active: true,
    secret: expect.stringMatching(/.{32}/),
    source: 'n8n',
    lastDeliveryAt: null,
    lastStatus: null,
    lastError: '',
    lastEvent: '',
    createdAt: expect.any(String),
  });
  expect(headers.get('location')).toBe(`https://sign.example.com/base/v1/webhooks/${body.id}`);
  expect((await service.call('GET', `/webhooks/${body.id}`)).body).toEqual(body);
  expect((await service.call('GET', '/webhooks')).body).toEqual({ data: [body], events: EVENT_KINDS });
  expect((await service.call('GET', `/webhooks/${body.id}`, undefined, service.tokens!.ben)).status).toBe(
    404,
  );
  expect((await service.call('DELETE', `/webhooks/${body.id}`, undefined, service.tokens!.ben)).status).toBe(
    404,
  );
  const deleted = await service.call('DELETE', `/webhooks/${body.id}`);
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expect((await service.call('DELETE', `/webhooks/${body.id}`)).status).toBe(404);
});

test('events and event go together', async () => {
  const events = async (body: object) => (await add({ url: 'https://example.com', ...body })).body.events;
  expect(await events({ event: 'document.sent' })).toEqual(['document.sent']);
  expect(await events({ events: ['document.voided', 'document.voided'], event: 'document.sent' })).toEqual([
    'document.sent',
    'document.voided',
  ]);
  expect(await events({ events: [] })).toEqual([]);
});

test.each([
  [{}, [/"url" is missing/]],
  [{ url: 5 }, [/"url" must be text/]],
  [{ url: 'nonsense' }, [/"url" must be an absolute address/]],
  [{ url: 'http://example.com' }, [/https/]],
  [{ url: 'https://e.com', event: 'document.nothing' }, [/"document.nothing"/]],
  [{ url: 'https://e.com', events: ['document.sent', 'x'] }, [/"x"/]],
  [{ url: 'https://e.com', events: 'document.sent' }, [/"events" must be a list/]],
  [{ url: 'https://e.com', source: 'x'.repeat(41) }, [/"source" may have at most 40/]],
  [{ url: 'https://e.com', secret: 'mine' }, [/"secret" is not known/]],
  [{ url: 'http://example.com', event: 'x', source: 5 }, [/"event"/, /"source"/, /https/]],
])('%j is refused', async (body, problems) => {
  const answered = await add(body);
  expect(answered.status).toBe(422);
  expect(answered.body.error.details.problems).toEqual(
    expect.arrayContaining(problems.map((problem) => expect.stringMatching(problem))),
  );
  expect(answered.body.error.details.problems).toHaveLength(problems.length);
});

test('of many at once exactly 25 are added, for each account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => add({ url: `https://example.com/${index}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(25);
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.body.error.details.problems).toEqual([expect.stringContaining('25')]);
  expect((await add({ url: 'https://example.com' }, service.tokens!.ben)).status).toBe(201);
});
