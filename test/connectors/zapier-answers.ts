import { type LocalService } from './zapier-local-service.ts';
import { type ZapierEngine } from './zapier-engine.ts';

/**
 * What each step of the app gives on the real service, by step and by the sample it belongs to. The samples of the app
 * are recorded from these answers, and the tests hold the two against each other.
 */
export interface Answers {
  /** By the path of the step, such as `triggers.document_sent`: all that it gave. */
  steps: Map<string, Record<string, unknown>[]>;
  /** By the name of the file in `src/samples`. */
  samples: Map<string, Record<string, unknown>>;
}

const PEOPLE = {
  template_id: 'tpl_offer',
  e_Manager: 'mia@example.com',
  n_Manager: 'Mia Demo',
  e_Candidate: 'carl@example.com',
  n_Candidate: 'Carl Demo',
  f_Position: 'Gardener',
  f_StartZ20date: '2026-12-01T00:00:00+01:00',
  f_YearlyZ20salary: '42000',
};

/** Runs every step of the app once at least, so that every kind of event happens too. */
export async function collectAnswers(service: LocalService, engine: ZapierEngine): Promise<Answers> {
  const steps: Answers['steps'] = new Map();
  const give = (step: string, answer: unknown): Record<string, unknown> => {
    const results = (Array.isArray(answer) ? answer : [answer]) as Record<string, unknown>[];
    steps.set(step, [...(steps.get(step) ?? []), ...results]);
    return results[0] ?? {};
  };
  const perform = async (step: string, inputData: object): Promise<Record<string, unknown>> =>
    give(step, await engine.run(`${step}.operation.perform`, { inputData: { ...inputData } }));
  const act = (id: unknown, body: object): Promise<unknown> =>
    service.control(`documents/${String(id)}/act`, body);

  const hookKeys = Object.keys(engine.app.triggers as object).filter((key) => !key.endsWith('_list'));
  const hooks = await Promise.all(hookKeys.map(async (key) => [key, await engine.subscribe(key)] as const));

  const send = (reference: string): Promise<Record<string, unknown>> =>
    perform('creates.send_document', {
      ...PEOPLE,
      name: `Job offer ${reference}`,
      reference,
      note: 'Welcome!',
    });
  const completed = await send('JOB-1');
  await act(completed.id, { act: 'open', role: 'Manager' });
  await act(completed.id, { act: 'approve', role: 'Manager' });
  const reminder = await perform('creates.send_reminder', { document_id: completed.id });
  await act(completed.id, { act: 'sign', role: 'Human resources' });
  await act(completed.id, { act: 'sign', role: 'Candidate' });
  const declined = await send('JOB-2');
  await act(declined.id, { act: 'decline', role: 'Manager', reason: 'The position is taken.' });
  const voidable = await send('JOB-3');
  const voided = await perform('creates.void_document', {
    document_id: voidable.id,
    reason: 'Sent by mistake.',
  });
  await service.settle();

  const documentFile = await perform('creates.download_document', { document_id: completed.id });
  const certificateFile = await perform('creates.download_certificate', { document_id: completed.id });
  const history = await perform('searches.get_history', { document_id: completed.id });
  await perform('searches.find_document', { reference: 'JOB-2' });
  const template = await perform('searches.find_template', { search: 'Residential lease' });
  await perform('triggers.template_list', {});
  const listed = await perform('triggers.document_list', {});

  for (const [key, hook] of hooks) {
    for (const delivery of hook.deliveries) give(`triggers.${key}`, await hook.perform(delivery));
    give(`triggers.${key}`, await engine.run(`triggers.${key}.operation.performList`));
    await hook.unsubscribe();
  }

  const samples: Answers['samples'] = new Map([
    ['document', completed],
    ['document-voided', voided],
    ['document-listed', listed],
    ['reminder', reminder],
    ['template', template],
    ['history', history],
    ['document-file', documentFile],
    ['certificate-file', certificateFile],
  ]);
  for (const [key] of hooks) {
    const first = steps.get(`triggers.${key}`)?.[0];
    if (first && key !== 'event') samples.set(`event-${key.replaceAll('_', '-')}`, first);
  }
  return { steps, samples };
}
