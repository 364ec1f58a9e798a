import { NODE, sending, startFixture, type Fixture } from './fixture.ts';
import { startRelay } from './relay.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ requestsPerMinute: 100_000, sendsPer10Minutes: 100_000 });
});
afterAll(() => fixture.close());

const parameters = sending(
  'tpl_nda',
  { 'email:Signer': '={{ $json.email }}' },
  { 'Effective date': '={{ $json.date }}' },
  { options: { reference: '={{ $json.reference }}' } },
);
const rows = (count: number, isBad: (index: number) => boolean) =>
  Array.from({ length: count }, (_, index) => ({
    json: {
      reference: `row-${index}`,
      email: `p${index}@example.com`,
      date: isBad(index) ? 'soon' : '2026-12-24',
    },
  }));
const referencesSent = async (prefix: string): Promise<string[]> =>
  fixture.service.store.documents &&
  [...(await allReferences())].filter((reference) => reference.startsWith(prefix));

async function allReferences(): Promise<string[]> {
  const references: string[] = [];
  for (let page = 1; ; page++) {
    const { data, hasMore } = await fixture.api<{ data: { reference: string }[]; hasMore: boolean }>(
      `/documents?limit=100&page=${page}`,
    );
    references.push(...data.map(({ reference }) => reference));
    if (!hasMore) return references;
  }
}

describe('1,000 items of which some are bad', () => {
  const isBad = (index: number): boolean => index % 97 === 13;

  it('continuing on failures: one error for each bad one, the good ones sent, none twice', async () => {
    const relay = await startRelay(fixture.service.url);
    const execution = await fixture.act(parameters, {
      input: rows(1000, isBad),
      baseUrl: relay.baseUrl,
      settings: { onError: 'continueRegularOutput' },
    });
    await relay.close();
    const items = execution.items(NODE);
    expect(items).toHaveLength(1000);
    for (const [index, item] of items.entries()) {
      expect(item.pairedItem).toEqual({ item: index });
      if (isBad(index))
        expect(item.json.error).toMatch(/“soon” is not a date for the field “Effective date”/);
      else expect(item.json).toMatchObject({ reference: `row-${index}` });
    }
    const sent = await referencesSent('row-');
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent).toHaveLength(rows(1000, isBad).filter((_, index) => !isBad(index)).length);
    // The template's form is read once, in two requests.
    expect(relay.passed.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  it('stopping on failures: nothing is sent, and every bad one is named', async () => {
    const before = (await allReferences()).length;
    const { error } = await fixture.act(parameters, { input: rows(1000, isBad) });
    expect(error!.message).toBe('11 of 1000 items are at fault, so nothing was sent');
    expect(error!.description).toMatch(/^• Item 13: “soon” is not a date[^]*• Item 983: /);
    expect(error!.context).toMatchObject({ itemIndex: 13 });
    expect((await allReferences()).length).toBe(before);
  });
});

describe('a service that asks for patience', () => {
  it('is given it, and nothing goes out twice', async () => {
    await fixture.local('/faults', {
      count: 3,
      status: 429,
      retryAfter: 1,
      method: 'POST',
      pathPrefix: '/templates',
    });
    const input = rows(5, () => false).map(({ json }) => ({
      json: { ...json, reference: `patient-${json.reference}` },
    }));
    const started = Date.now();
    const items = await fixture.items(parameters, { input });
    expect(items).toHaveLength(5);
    expect(Date.now() - started).toBeGreaterThan(2900);
    expect((await referencesSent('patient-')).sort()).toEqual(input.map(({ json }) => json.reference));
  });

  it('a send whose outcome is unclear is not repeated', async () => {
    await fixture.local('/faults', { count: 1, cut: 'after', method: 'POST', pathPrefix: '/templates' });
    const input = [{ json: { reference: 'unclear', email: 'u@example.com', date: '' } }];
    const { error } = await fixture.act(parameters, { input });
    expect(error!.message).toMatch(/connection .* was cut/);
    expect(error!.description).toMatch(/may have been sent nevertheless: look for it/);
    expect(error!.context).toMatchObject({ itemIndex: 0 });
    expect(await referencesSent('unclear')).toEqual(['unclear']);
  });

  it('a stopped execution sends no more', async () => {
    const relay = await startRelay(fixture.service.url);
    const stop = new AbortController();
    relay.intercept = ({ method }) => {
      if (method === 'POST') stop.abort();
      return false;
    };
    const input = rows(20, () => false).map(({ json }) => ({
      json: { ...json, reference: `stopped-${json.reference}` },
    }));
    await fixture
      .act(parameters, { input, baseUrl: relay.baseUrl, signal: stop.signal })
      .catch(() => undefined);
    await new Promise((wait) => setTimeout(wait, 300));
    expect((await referencesSent('stopped-')).length).toBeLessThanOrEqual(1);
    await relay.close();
  });
});

describe('n8n’s “Retry On Fail”', () => {
  const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

  it('sends what is left, and nothing twice', async () => {
    const relay = await startRelay(fixture.service.url);
    let sends = 0;
    relay.intercept = ({ method }, answer) => {
      if (method !== 'POST' || ++sends !== 3) return false;
      answer
        .writeHead(409, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { code: 'x', message: 'Not now.' } }));
      return true;
    };
    const input = rows(5, () => false).map(({ json }) => ({
      json: { ...json, reference: `again-${json.reference}` },
    }));
    const items = await fixture.items(parameters, { input, baseUrl: relay.baseUrl, settings });
    await relay.close();
    expect(items.map(({ json }) => json.reference)).toEqual(input.map(({ json }) => json.reference));
    expect((await referencesSent('again-')).sort()).toEqual(input.map(({ json }) => json.reference));
    expect(sends).toBe(6);
  });

  it('does not send blindly what may have gone out', async () => {
    await fixture.local('/faults', { count: 1, cut: 'after', method: 'POST', pathPrefix: '/templates' });
    const input = [{ json: { reference: 'unclear-again', email: 'u@example.com', date: '' } }];
    const { error } = await fixture.act(parameters, { input, settings });
    expect(error!.description).toMatch(/may have been sent nevertheless/);
    expect(await referencesSent('unclear-again')).toEqual(['unclear-again']);
  });

  it('and an error in the middle says what is done already', async () => {
    await fixture.local('/plan-allowance', { allowance: 2 });
    const input = rows(4, () => false).map(({ json }) => ({
      json: { ...json, reference: `part-${json.reference}` },
    }));
    const { error } = await fixture.act(parameters, { input });
    await fixture.local('/plan-allowance', { allowance: null });
    expect(error!.description).toMatch(/^Items 0 to 1 were sent before: leave them out/);
    expect(error!.context).toMatchObject({ itemIndex: 2 });
    expect(await referencesSent('part-')).toHaveLength(2);
  });
});

describe('a fault that passes while the form is loaded', () => {
  it('is asked again for the next item; what is refused is not', async () => {
    const relay = await startRelay(fixture.service.url);
    await fixture.act(sending('tpl_gone', {}), {
      input: rows(50, () => false),
      baseUrl: relay.baseUrl,
      settings: { onError: 'continueRegularOutput' },
    });
    // The two requests are made at once: the run ends with the first refusal, the other may still be under way.
    await new Promise((wait) => setTimeout(wait, 200));
    await relay.close();
    expect(relay.passed).toHaveLength(2);
  });
});
