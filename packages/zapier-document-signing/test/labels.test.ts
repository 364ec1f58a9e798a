import { sendForm } from '@document-signing/shared';
import { rewordFor } from '../src/labels.ts';

const form = sendForm(
  {
    id: 't',
    name: 'T',
    note: '',
    sendInOrder: false,
    expiresInDays: 1,
    createdAt: '',
    updatedAt: '',
    roles: [{ role: 'Tenant', order: 1, type: 'signer', inPerson: false, assigned: null }],
    fields: [null, 'Tenant'].flatMap((role) =>
      ['Date', 'note'].map((name) => ({
        role,
        name,
        type: 'text',
        required: false,
        fillable: true,
        options: [],
        format: '',
        default: null,
      })),
    ),
  },
  true,
);

test.each([
  ['Field "Tenant::Date" takes text.', 'Field “Date (Tenant)” takes text.'],
  ['The field “Date” is wrong.', 'The field “Date” is wrong.'],
  ['"expiresInDays" must be at most 365.', '“Expires in Days” must be at most 365.'],
  // The template has a field of that name, and its own label counts.
  ['"note" is too long.', '“note” is too long.'],
  ['sendInOrder: must be a boolean.', '“Send in Order”: must be a boolean.'],
  ['expiresInDays must be at most 365.', '“Expires in Days” must be at most 365.'],
  ['fields.Tenant::Date: is no date.', '“Date (Tenant)”: is no date.'],
  ['fields.Date must be a date.', '“Date” must be a date.'],
  ['Tenant::Date: is no date.', '“Date (Tenant)”: is no date.'],
  ['"fields.Tenant::Date" is no date.', '“Date (Tenant)” is no date.'],
  ['name taken from the list.', 'name taken from the list.'],
  ['Date of birth is wrong.', 'Date of birth is wrong.'],
  ['"Berlin" is not a choice.', '"Berlin" is not a choice.'],
  ['An "unclosed quote', 'An "unclosed quote'],
])('%s', (problem, worded) => expect(rewordFor(form)(problem)).toBe(worded));

test('without a form the API’s own names are put into the editor’s words', () => {
  expect(rewordFor()('"reason" has 501 characters, "templateId" is unknown.')).toBe(
    '“Reason” has 501 characters, “Template” is unknown.',
  );
});
