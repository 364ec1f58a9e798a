import { sendForm, type Field, type TemplateDetail } from '@document-signing/shared';
import { median, type Measure } from './measure.ts';

/** The field loader: a template of 1,000 fields of every kind to its form. */
export function measure(): Promise<Measure[]> {
  const types = ['text', 'number', 'date', 'checkbox', 'dropdown'];
  const fields = Array.from({ length: 1000 }, (_, index): Field => {
    const type = types[index % types.length]!;
    return {
      role: index % 3 === 0 ? null : index % 3 === 1 ? 'Client' : 'Landlord',
      name: `Field ${index >> 1}`,
      type,
      required: index % 7 === 0,
      fillable: true,
      options: type === 'checkbox' || type === 'dropdown' ? ['One', 'Two', 'Three'] : [],
      format: type === 'date' ? 'MM/dd/yyyy' : '',
      default: null,
    };
  });
  const keys = fields.map(({ role, name }) => (role === null ? name : `${role}::${name}`));
  const schemas: Record<string, object> = {
    text: { type: 'string' },
    number: { type: 'number' },
    date: { type: 'string', format: 'date' },
    checkbox: { type: 'array', items: { enum: ['One', 'Two', 'Three'] } },
    dropdown: { oneOf: ['One', 'Two', 'Three'].map((choice) => ({ const: choice, title: choice })) },
  };
  const schema = {
    type: 'object',
    properties: {
      recipients: { type: 'object', properties: { Client: {}, Landlord: {} }, required: ['Client'] },
      fields: {
        type: 'object',
        properties: Object.fromEntries(fields.map(({ type }, index) => [keys[index], schemas[type]!])),
      },
    },
  };
  const role = { order: 1, type: 'signer', inPerson: false, assigned: null };
  const template: TemplateDetail = {
    id: 'tpl',
    name: 'A thousand fields',
    note: '',
    sendInOrder: false,
    expiresInDays: 30,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    roles: [
      { role: 'Client', ...role },
      { role: 'Landlord', ...role },
    ],
    fields,
  };

  const times: number[] = [];
  for (let round = 0; round < 51; round++) {
    const start = performance.now();
    const form = sendForm(template, schema);
    times.push(performance.now() - start);
    if (form.fields.length !== 1000) throw new Error(`The form has ${form.fields.length} fields, not 1,000.`);
  }
  return Promise.resolve([
    { name: 'loader: 1,000-field template to form, first', value: times[0]!, unit: 'ms', aim: '≤ 10' },
    { name: 'loader: 1,000-field template to form, median', value: median(times), unit: 'ms', aim: '≤ 10' },
  ]);
}
