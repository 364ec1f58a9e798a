import { byId, sending, startFixture, type Fixture } from './fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ sendsPer10Minutes: 1000, requestsPerMinute: 10_000 });
});
afterAll(() => fixture.close());

const search = (method: string, more: { filter?: string; paginationToken?: string } = {}) =>
  fixture.engine.listSearch(method, { credentials: fixture.credentials, parameters: {}, ...more });

describe('the list of templates', () => {
  it('shows names, most recently changed first, and is searched', async () => {
    const { results } = await search('searchTemplates');
    expect(results.map(({ name }) => name)).toEqual([
      'Residential lease',
      'Job offer',
      'Non-disclosure agreement',
      'Handbook read and understood',
    ]);
    expect((await search('searchTemplates', { filter: 'OFFER' })).results).toEqual([
      { name: 'Job offer', value: 'tpl_offer' },
    ]);
  });

  it('is there for the trigger too', async () => {
    const { results } = await fixture.engine.listSearch('searchTemplates', {
      credentials: fixture.credentials,
      parameters: {},
      node: 'documentSigningTrigger',
    });
    expect(results).toHaveLength(4);
  });

  it('says what is wrong with the credential', async () => {
    const credentials = { documentSigningApi: { baseUrl: fixture.service.baseUrl, token: 'wrong' } };
    await expect(
      fixture.engine.listSearch('searchTemplates', { credentials, parameters: {} }),
    ).rejects.toMatchObject({
      httpCode: '401',
      message: expect.stringMatching(/token/i),
    });
  });
});

describe('the list of documents', () => {
  it('goes through all pages', async () => {
    await fixture.items(
      sending(
        'tpl_nda',
        { 'email:Signer': 'sam@example.com' },
        {},
        { options: { name: '={{ "Paper " + $itemIndex }}', reference: 'P' } },
      ),
      { input: Array.from({ length: 120 }, () => ({ json: {} })) },
    );
    const ids = new Set<unknown>();
    const sizes: number[] = [];
    let paginationToken: string | undefined;
    do {
      const page = await search('searchDocuments', { filter: 'Paper', paginationToken });
      sizes.push(page.results.length);
      for (const { value } of page.results) ids.add(value);
      paginationToken = page.paginationToken;
    } while (paginationToken);
    expect(sizes).toEqual([50, 50, 20]);
    expect(ids.size).toBe(120);
    expect((await search('searchDocuments')).results[0]!.name).toMatch(/^Paper 119 \(P, in progress\)$/);
  });
});

describe('the columns of a template', () => {
  const columns = (method: string, template: string) =>
    fixture.engine.columns(method, {
      credentials: fixture.credentials,
      parameters: { templateId: byId(template) },
    });

  it('one e-mail and one name for each role; open roles are required, named ones show who is assigned', async () => {
    const { fields } = await columns('getRecipientColumns', 'tpl_offer');
    expect(fields.map(({ id, displayName, required }) => [id, displayName, required])).toEqual([
      ['email:Manager', 'Manager – Email (approver)', true],
      ['name:Manager', 'Manager – Name', false],
      ['email:Human resources', 'Human resources – Email (Hanna Demo)', false],
      ['name:Human resources', 'Human resources – Name (Hanna Demo)', false],
      ['email:Candidate', 'Candidate – Email', true],
      ['name:Candidate', 'Candidate – Name', false],
    ]);
  });

  it('fields by their types, with choices, formats and defaults', async () => {
    const { fields } = await columns('getFieldColumns', 'tpl_lease');
    const column = (id: string) => fields.find((field) => field.id === id);
    expect(column('Monthly rent')).toMatchObject({ type: 'number', required: true, removed: false });
    expect(column('Deposit')).toMatchObject({
      type: 'number',
      required: false,
      removed: true,
      displayName: 'Deposit (default 1500)',
    });
    expect(column('Start date')).toMatchObject({
      type: 'dateTime',
      required: true,
      displayName: 'Start date (MM/dd/yyyy)',
    });
    expect(column('Furnishing')).toMatchObject({
      type: 'options',
      required: false,
      options: [{ value: 'Furnished' }, { value: 'Partly furnished' }, { value: 'Unfurnished' }],
    });
    expect(column('Utilities included')).toMatchObject({
      type: 'string',
      displayName: 'Utilities included (default Water; any of: Water | Electricity | Internet)',
    });
    expect(column('Pets allowed')).toMatchObject({ type: 'boolean', removed: true });
    expect(column('Landlord::Name')).toMatchObject({ type: 'string', displayName: 'Name (Landlord)' });
    expect(column('Tenant::Name')).toMatchObject({ displayName: 'Name (Tenant)' });
    expect(column('Landlord::Signature')).toBeUndefined();
    for (const field of fields) {
      expect([typeof field.readOnly, typeof field.removed]).toEqual(['boolean', 'boolean']);
    }
  });

  it('none, and a notice, for a template without fields or without a choice of template', async () => {
    expect(await columns('getFieldColumns', 'tpl_handbook')).toEqual({
      fields: [],
      emptyFieldsNotice: 'This template has no fields to fill when sending.',
    });
    expect(await columns('getFieldColumns', '')).toEqual({
      fields: [],
      emptyFieldsNotice: 'Choose a template first.',
    });
  });

  it('1,000 fields', async () => {
    const { id } = await fixture.local<{ id: string }>('/templates', {
      sample: 'many-fields',
      fieldCount: 1000,
    });
    expect((await columns('getFieldColumns', id)).fields).toHaveLength(1000);
  });

  it('a template that is gone', async () => {
    await expect(columns('getFieldColumns', 'tpl_gone')).rejects.toMatchObject({ httpCode: '404' });
  });
});
