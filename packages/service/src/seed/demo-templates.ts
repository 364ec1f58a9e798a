import type { BodyBlock, Template } from '../domain/types.ts';
import { defineTemplate } from './define-template.ts';

/** Demo data: contract texts of growing difficulty. They are made up and no legal advice. */

const heading = (text: string): BodyBlock => ({ kind: 'heading', text });
const paragraph = (text: string): BodyBlock => ({ kind: 'paragraph', text });
const pageBreak: BodyBlock = { kind: 'page-break' };

export function demoTemplates(ada: string, ben: string): Template[] {
  return [nonDisclosure(ada, [ben]), jobOffer(ada), residentialLease(ada), handbook(ben, [ada]), quote(ben)];
}

/** One role, everything optional before sending; shared between both people. */
function nonDisclosure(ownerId: string, sharedWith: string[]): Template {
  return defineTemplate({
    id: 'tpl_nda',
    ownerId,
    sharedWith,
    name: 'Non-disclosure agreement',
    note: 'Demo: one person signs that what they learn stays confidential.',
    changedAt: Date.parse('2026-01-12T09:00:00Z'),
    roles: [{ role: 'Signer' }],
    fields: [
      { name: 'Project', default: 'General cooperation' },
      { name: 'Effective date', type: 'date', format: 'MM/dd/yyyy' },
      { role: 'Signer', name: 'Full name', required: true },
      { role: 'Signer', name: 'Company' },
      { role: 'Signer', name: 'Signature', type: 'signature', required: true },
    ],
    body: [
      heading('Non-disclosure agreement'),
      paragraph('This agreement is made for the project {{Project}} and takes effect on {{Effective date}}.'),
      paragraph(
        '1. Everything that the signer learns about the project, its customers and its finances is confidential, whether it is told, shown or found out.',
      ),
      paragraph(
        '2. The signer uses confidential information only for the project, tells it to nobody, and returns or destroys it when the project ends.',
      ),
      paragraph('3. These duties last for three years after the project has ended.'),
      heading('Signer'),
      paragraph('Name: {{Full name}}'),
      paragraph('Company: {{Company}}'),
      paragraph('Signature: {{Signature}}'),
    ],
  });
}

/** Three roles in order: an approver, one whom the template names, and an open one. */
function jobOffer(ownerId: string): Template {
  return defineTemplate({
    id: 'tpl_offer',
    ownerId,
    name: 'Job offer',
    note: 'Demo: approved by the manager, signed by human resources, then by the candidate.',
    sendInOrder: true,
    expiresInDays: 14,
    changedAt: Date.parse('2026-01-13T09:00:00Z'),
    roles: [
      { role: 'Manager', type: 'approver' },
      { role: 'Human resources', assigned: { name: 'Hanna Demo', email: 'hanna@example.com' } },
      { role: 'Candidate' },
    ],
    fields: [
      { name: 'Position', required: true },
      { name: 'Start date', type: 'date', format: 'dd.MM.yyyy', required: true },
      { name: 'Yearly salary', type: 'number', required: true },
      { name: 'Workplace', type: 'dropdown', options: ['Berlin', 'Lisbon', 'Remote'], default: 'Remote' },
      { role: 'Human resources', name: 'HR signature', type: 'signature', required: true },
      { role: 'Candidate', name: 'Phone' },
      { role: 'Candidate', name: 'Date of birth', type: 'date', format: 'dd.MM.yyyy', required: true },
      { role: 'Candidate', name: 'Candidate signature', type: 'signature', required: true },
    ],
    body: [
      heading('Job offer'),
      paragraph('We are glad to offer you the position of {{Position}}, starting on {{Start date}}.'),
      paragraph(
        'Your salary is {{Yearly salary}} EUR a year, paid in twelve parts at the end of each month.',
      ),
      paragraph('Your place of work is {{Workplace}}. The first six months are a trial period.'),
      paragraph('You have 28 days of paid holiday in a calendar year.'),
      heading('Human resources'),
      paragraph('{{HR signature}}'),
      heading('Acceptance'),
      paragraph('I was born on {{Date of birth}}, can be called at {{Phone}}, and accept this offer.'),
      paragraph('{{Candidate signature}}'),
    ],
  });
}

/** Colliding names, every kind of field, defaults, fields required before sending, two people at the same place. */
function residentialLease(ownerId: string): Template {
  return defineTemplate({
    id: 'tpl_lease',
    ownerId,
    name: 'Residential lease',
    note: 'Demo: a lease with a landlord, a tenant and a guarantor.',
    sendInOrder: true,
    expiresInDays: 30,
    changedAt: Date.parse('2026-01-14T09:00:00Z'),
    roles: [
      { role: 'Landlord', order: 1 },
      { role: 'Tenant', order: 2 },
      { role: 'Guarantor', order: 2, assigned: { name: 'Gina Demo', email: 'gina@example.com' } },
    ],
    fields: [
      { name: 'Address', required: true },
      { name: 'Monthly rent', type: 'number', required: true },
      { name: 'Deposit', type: 'number', default: 1500 },
      { name: 'Start date', type: 'date', format: 'MM/dd/yyyy', required: true },
      { name: 'End date', type: 'date', format: 'dd.MM.yyyy' },
      { name: 'Date', type: 'date', format: 'yyyy-MM-dd' },
      {
        name: 'Furnishing',
        type: 'radio',
        options: ['Furnished', 'Partly furnished', 'Unfurnished'],
        required: true,
        default: 'Unfurnished',
      },
      { name: 'Heating', type: 'dropdown', options: ['Gas', 'District heating', 'Heat pump'] },
      {
        name: 'Utilities included',
        type: 'checkbox',
        options: ['Water', 'Electricity', 'Internet'],
        default: ['Water'],
      },
      { name: 'Pets allowed', type: 'checkbox' },
      { role: 'Landlord', name: 'Name', required: true },
      { role: 'Landlord', name: 'Date', type: 'date', format: 'MM/dd/yyyy' },
      { role: 'Landlord', name: 'Signature', type: 'signature', required: true },
      { role: 'Tenant', name: 'Name', required: true },
      { role: 'Tenant', name: 'Date', type: 'date', format: 'dd.MM.yyyy' },
      { role: 'Tenant', name: 'Phone' },
      { role: 'Tenant', name: 'Persons in household', type: 'number', required: true, default: 1 },
      { role: 'Tenant', name: 'Contact by', type: 'checkbox', options: ['E-mail', 'Phone', 'Letter'] },
      { role: 'Tenant', name: 'House rules read', type: 'checkbox', required: true },
      { role: 'Tenant', name: 'Photo of identity card', type: 'picture' },
      { role: 'Tenant', name: 'Signature', type: 'signature', required: true },
      { role: 'Guarantor', name: 'Guarantor signature', type: 'signature', required: true },
    ],
    body: [
      heading('Residential lease'),
      paragraph(
        'The landlord {{Landlord::Name}} lets the flat at {{Address}} to the tenant {{Tenant::Name}}.',
      ),
      paragraph(
        '1. Term. The lease begins on {{Start date}} and ends on {{End date}}; without an end date it is open-ended.',
      ),
      paragraph(
        '2. Rent. The rent is {{Monthly rent}} EUR a month, due on the third working day. It includes: {{Utilities included}}.',
      ),
      paragraph('3. Deposit. The tenant pays a deposit of {{Deposit}} EUR before moving in.'),
      paragraph('4. Condition. The flat is let as: {{Furnishing}}. It is heated by: {{Heating}}.'),
      paragraph('5. Pets. Keeping pets is allowed: {{Pets allowed}}.'),
      paragraph('6. Household. {{Persons in household}} persons will live in the flat.'),
      paragraph(
        '7. Repairs. The tenant reports damage without delay; the landlord has it repaired within a reasonable time, and the tenant lets the craftsmen in after an announcement.',
      ),
      pageBreak,
      heading('Signatures'),
      paragraph('Drawn up on {{Date}}.'),
      paragraph('Landlord, {{Landlord::Date}}: {{Landlord::Signature}}'),
      paragraph('Tenant, {{Tenant::Date}}: {{Tenant::Signature}}'),
      paragraph(
        'The tenant can be reached at {{Phone}}, by {{Contact by}}, and has read the house rules: {{House rules read}}.',
      ),
      paragraph('The guarantor answers for the rent up to three months: {{Guarantor signature}}'),
    ],
  });
}

/** Nothing to fill in at all. */
function handbook(ownerId: string, sharedWith: string[]): Template {
  return defineTemplate({
    id: 'tpl_handbook',
    ownerId,
    sharedWith,
    name: 'Handbook read and understood',
    note: 'Demo: no fields, one person approves.',
    changedAt: Date.parse('2026-01-11T09:00:00Z'),
    expiresInDays: 7,
    roles: [{ role: 'Employee', type: 'approver' }],
    body: [
      heading('Handbook read and understood'),
      paragraph(
        'I have read the handbook, have had the opportunity to ask questions about it, and will follow it.',
      ),
    ],
  });
}

/** Private to the other person, so that what may not be seen can be seen not to be there. */
function quote(ownerId: string): Template {
  return defineTemplate({
    id: 'tpl_quote',
    ownerId,
    name: 'Quote',
    note: 'Demo: a private template of the second person.',
    changedAt: Date.parse('2026-01-10T09:00:00Z'),
    roles: [{ role: 'Customer' }],
    fields: [
      { name: 'Amount', type: 'number', required: true },
      { role: 'Customer', name: 'Signature', type: 'signature', required: true },
    ],
    body: [
      heading('Quote'),
      paragraph('We do the work for {{Amount}} EUR.'),
      paragraph('Agreed: {{Signature}}'),
    ],
  });
}
