import type { Template } from '@document-signing/shared';
import type { PlainInputField, PlainOutputField } from 'zapier-platform-core';
import { objectsOf } from './operation.ts';

/** The choice of a template; ids from earlier steps can be mapped. */
export const templateInput = {
  key: 'template_id',
  label: 'Template',
  type: 'string',
  dynamic: 'template_list.id.name',
  search: 'find_template.id',
} as const satisfies PlainInputField;

/** A template as every step gives it: each role has the same keys, also one that the template leaves open. */
export function templateItem(template: Template): Omit<Template, 'roles'> & { roles: unknown[] } {
  const nobody = { name: '', email: '' };
  return {
    ...template,
    name: template.name ?? '',
    roles: objectsOf(template.roles).map((role) => ({ ...role, assigned: { ...nobody, ...role.assigned } })),
  };
}

export const templateOutputs: PlainOutputField[] = [
  { key: 'id', label: 'Template ID', type: 'string', primary: true },
  { key: 'name', label: 'Template Name', type: 'string' },
  { key: 'note', label: 'Note', type: 'string' },
  { key: 'sendInOrder', label: 'Send in Order', type: 'boolean' },
  { key: 'expiresInDays', label: 'Expires in Days', type: 'integer' },
  { key: 'createdAt', label: 'Created At', type: 'datetime' },
  { key: 'updatedAt', label: 'Updated At', type: 'datetime' },
  { key: 'roles[]role', label: 'Role', type: 'string' },
  { key: 'roles[]order', label: 'Role Order', type: 'integer' },
  { key: 'roles[]type', label: 'Role Type', type: 'string' },
  { key: 'roles[]inPerson', label: 'Role Signs in Person', type: 'boolean' },
  { key: 'roles[]assigned__name', label: 'Role Assigned Name', type: 'string' },
  { key: 'roles[]assigned__email', label: 'Role Assigned Email', type: 'string' },
];
