import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { templateSchema } from '../../src/domain/template-schema.ts';
import { matchSendRequest } from '../../src/domain/send-request.ts';
import { demoTemplates } from '../../src/seed/demo-templates.ts';
import { manyFieldsTemplate, strangeNamesTemplate } from '../../src/seed/demanding-templates.ts';
import type { Loose } from '../running.ts';
import type { Template } from '../../src/domain/types.ts';

const templates = [...demoTemplates('ada', 'ben'), strangeNamesTemplate('ada'), manyFieldsTemplate('ada')];
const lease = templates[2] as Template;
const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true });
addFormats.default(ajv);

test.each(templates.map((template) => [template.name, template] as const))(
  '%s: a valid schema whose defaults fit',
  (_, template) => {
    const schema = templateSchema(template) as Loose;
    ajv.compile(schema);
    const roles = Object.keys(schema.properties.recipients.properties);
    const defaults: Record<string, unknown> = {};
    for (const [key, property] of Object.entries<Loose>(schema.properties.fields.properties)) {
      if ('default' in property) defaults[key] = property.default;
      expect(property).toEqual(
        expect.objectContaining({ title: expect.any(String), description: expect.any(String) }),
      );
    }
    const body = {
      recipients: Object.fromEntries(roles.map((role) => [role, { email: 'a@example.com' }])),
      fields: defaults,
      expiresInDays: schema.properties.expiresInDays.default,
    };
    const errors = (ajv.validate(schema, body), ajv.errors ?? []).filter(
      ({ keyword }) => keyword !== 'required',
    );
    expect(errors).toEqual([]);
    const problems = matchSendRequest(template, body).problems.filter(
      (problem) => !problem.includes('is required'),
    );
    expect(problems).toEqual([]);
  },
);

test('the lease’s schema', () => {
  const { properties, required } = templateSchema(lease) as Loose;
  expect(required).toEqual(['recipients', 'fields']);
  expect(properties.recipients.required).toEqual(['Landlord', 'Tenant']);
  expect(properties.recipients.properties.Guarantor.properties.email.default).toBe('gina@example.com');
  expect(properties.fields.required).toEqual(['Address', 'Monthly rent', 'Start date']);
  expect(Object.keys(properties.fields.properties)).not.toContain('Tenant::Signature');
  expect(properties.fields.properties['Start date']).toEqual(
    expect.objectContaining({
      type: 'string',
      anyOf: [{ format: 'date' }, { pattern: '^\\d{2}/\\d{2}/\\d{4}$' }],
      description: expect.stringContaining('MM/dd/yyyy'),
    }),
  );
  expect(properties.fields.properties.Date).toEqual(expect.objectContaining({ format: 'date' }));
  expect(properties.fields.properties.Date).not.toHaveProperty('anyOf');
  expect(properties.fields.properties['Utilities included']).toEqual(
    expect.objectContaining({
      type: 'array',
      items: { type: 'string', enum: ['Water', 'Electricity', 'Internet'] },
      uniqueItems: true,
      default: ['Water'],
    }),
  );
  expect(properties.fields.properties['Tenant::Name'].title).toBe('Name (Tenant)');
  expect(properties.name).toEqual(expect.objectContaining({ maxLength: 250, default: 'Residential lease' }));
});
