import {
  byId,
  LEASE,
  mapped,
  NODE,
  sending,
  startFixture,
  type ActOptions,
  type Fixture,
} from './fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.close());

/** Sends a lease with these fields beside the required ones, and reads what the document holds for each. */
async function sentFields(
  fields: Record<string, unknown>,
  options: ActOptions = {},
): Promise<Record<string, unknown>> {
  const [item] = await fixture.items(
    sending('tpl_lease', LEASE.recipients, { ...LEASE.fields, ...fields }),
    options,
  );
  const { fields: stored } = fixture.service.store.documents.get(String(item!.json.id))!
    .document as unknown as {
    fields: { key: string; value: unknown }[];
  };
  return Object.fromEntries(stored.map(({ key, value }) => [key, value]));
}

describe('a date', () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'America/New_York', 'Asia/Kolkata'];

  it.each(zones)('given as text is that day as written, in %s', async (timezone) => {
    for (const text of [
      '2026-12-24',
      '12/24/2026',
      '2026-12-24T00:00:00',
      '2026-12-24 23:59',
      '2026-12-24T00:00:00+14:00',
    ]) {
      expect((await sentFields({ 'Start date': text }, { timezone }))['Start date']).toBe('12/24/2026');
      const computed = { 'Start date': '={{ $json.day }}' };
      const input = [{ json: { day: text } }];
      expect((await sentFields(computed, { timezone, input }))['Start date']).toBe('12/24/2026');
    }
  });

  it.each(zones)('given as an object is the day it has there, in %s', async (timezone) => {
    for (const expression of [
      "={{ DateTime.fromISO('2026-12-24T00:00:00') }}",
      "={{ DateTime.fromISO('2026-12-24T23:59:59') }}",
      "={{ DateTime.fromISO('2026-12-24').toJSDate() }}",
      "={{ DateTime.fromISO('2026-12-24T23:59').toJSDate() }}",
      "={{ DateTime.fromISO('2026-12-24').toUTC() }}",
      "={{ '2026-12-24'.toDateTime() }}",
    ]) {
      expect([
        expression,
        (await sentFields({ 'Start date': expression }, { timezone }))['Start date'],
      ]).toEqual([expression, '12/24/2026']);
    }
  });

  it('in a field’s own format that n8n does not read, from an expression', async () => {
    const input = [{ json: { end: '24.12.2027' } }];
    expect((await sentFields({ 'End date': '={{ $json.end }}' }, { input }))['End date']).toBe('24.12.2027');
  });
});

describe('a list of choices', () => {
  it.each([
    ['a list', ['Water', 'Internet']],
    ['JSON', '["Water", "Internet"]'],
    ['lines', 'Water\nInternet'],
    ['commas', 'Water, Internet'],
  ])('from %s', async (_form, value) => {
    const computed = { 'Utilities included': '={{ $json.value }}' };
    expect((await sentFields(computed, { input: [{ json: { value } }] }))['Utilities included']).toEqual([
      'Water',
      'Internet',
    ]);
    if (typeof value === 'string') {
      expect((await sentFields({ 'Utilities included': value }))['Utilities included']).toEqual([
        'Water',
        'Internet',
      ]);
    }
  });

  it('keeps a choice whole that holds a comma', async () => {
    const { id } = await fixture.local<{ id: string }>('/templates', {
      name: 'Commas',
      roles: [{ role: 'Signer' }],
      fields: [{ name: 'Extras', type: 'checkbox', options: ['Salt, pepper', 'Salt', 'Bread'] }],
    });
    const [item] = await fixture.items(
      sending(id, { 'email:Signer': 's@example.com' }, { Extras: 'Salt, pepper, Bread' }),
    );
    const document = fixture.service.store.documents.get(String(item!.json.id))!.document;
    expect(document.fields[0]!.value).toEqual(['Salt, pepper', 'Bread']);
  });
});

describe('a switch', () => {
  const untouched = {
    id: 'Pets',
    type: 'boolean',
    removed: true,
    required: false,
    display: true,
    displayName: 'Pets',
    defaultMatch: false,
  };
  let template: string;
  beforeAll(async () => {
    ({ id: template } = await fixture.local<{ id: string }>('/templates', {
      name: 'Switch',
      roles: [{ role: 'Signer' }],
      fields: [{ name: 'Pets', type: 'checkbox', default: true }],
    }));
  });
  const sent = async (value: Record<string, unknown>, schema: object[], input?: ActOptions['input']) => {
    const [item] = await fixture.items(
      { ...sending(template, { 'email:Signer': 's@example.com' }), fields: mapped(value, schema) },
      { input },
    );
    return fixture.service.store.documents.get(String(item!.json.id))!.document.fields[0]!.value;
  };

  it('that nobody touched, which n8n saves as false, leaves the template’s default', async () => {
    expect(await sent({ Pets: false }, [untouched])).toBe(true);
  });

  it('that was added to the form is sent as it stands', async () => {
    expect(await sent({ Pets: false }, [{ ...untouched, removed: false }])).toBe(false);
    expect(await sent({ Pets: true }, [{ ...untouched, removed: false }])).toBe(true);
    expect(
      await sent(
        { Pets: '={{ $json.pets }}' },
        [{ ...untouched, removed: false }],
        [{ json: { pets: 'no' } }],
      ),
    ).toBe(false);
  });
});

describe('a number', () => {
  const deposit = {
    id: 'Deposit',
    type: 'number',
    required: false,
    display: true,
    displayName: 'Deposit',
    defaultMatch: false,
  };
  const sent = async (removed: boolean) => {
    const [item] = await fixture.items({
      ...sending('tpl_lease', LEASE.recipients),
      fields: mapped({ ...LEASE.fields, Deposit: 0 }, [{ ...deposit, removed }]),
    });
    const { fields } = fixture.service.store.documents.get(String(item!.json.id))!.document;
    return fields.find(({ key }) => key === 'Deposit')!.value;
  };

  it('that nobody touched, which n8n 1.x saves as 0, leaves the template’s default', async () => {
    expect(await sent(true)).toBe(1500);
  });

  it('that is 0 is sent as 0', async () => {
    expect(await sent(false)).toBe(0);
  });
});

describe('names', () => {
  it('of any kind find their way through the editor’s columns', async () => {
    const { id } = await fixture.local<{ id: string }>('/templates', { sample: 'strange-names' });
    const form = await fixture.engine.columns('getFieldColumns', {
      credentials: fixture.credentials,
      parameters: { templateId: byId(id) },
    });
    const recipients = await fixture.engine.columns('getRecipientColumns', {
      credentials: fixture.credentials,
      parameters: { templateId: byId(id) },
    });
    for (const column of [...form.fields, ...recipients.fields]) {
      // The way the editor finds a column's value.
      expect(/value\["(.+?)"\]/s.exec(`parameters.fields.value["${column.id}"]`)?.[1]).toBe(column.id);
    }
    const emails = recipients.fields.filter(({ id: column }) => column.startsWith('email:'));
    const texts = form.fields.filter(
      ({ type }) => type === 'string' && !/any of/.test(form.fields[0]!.displayName),
    );
    const execution = await fixture.act(
      sending(
        id,
        Object.fromEntries(emails.map(({ id: column }, index) => [column, `p${index}@example.com`])),
        Object.fromEntries(texts.map(({ id: column }, index) => [column, `value ${index}`])),
      ),
    );
    expect(execution.error?.message).toBeUndefined();
    const document = fixture.service.store.documents.get(String(execution.items(NODE)[0]!.json.id))!.document;
    expect(document.recipients.map(({ email }) => email)).toEqual(
      emails.map((_, index) => `p${index}@example.com`),
    );
    expect(document.fields.filter(({ value }) => String(value).startsWith('value '))).toHaveLength(
      texts.length,
    );
  });
});

describe('empty values', () => {
  it('leave the template’s own', async () => {
    const stored = await sentFields({
      Deposit: '',
      Furnishing: null,
      'Utilities included': '={{ [] }}',
      Heating: '={{ undefined }}',
    });
    expect(stored).toMatchObject({
      Deposit: 1500,
      Furnishing: 'Unfurnished',
      'Utilities included': ['Water'],
    });
  });

  it('and a named role’s own recipient', async () => {
    const [item] = await fixture.items(
      sending(
        'tpl_lease',
        { ...LEASE.recipients, 'email:Guarantor': '', 'name:Guarantor': null },
        LEASE.fields,
      ),
    );
    expect(item!.json.recipients).toMatchObject([{}, {}, { email: 'gina@example.com', name: 'Gina Demo' }]);
  });
});
