import type { Template } from '../domain/types.ts';
import { defineTemplate, type FieldDraft } from './define-template.ts';

/** Templates that try what clients can take; for tests and measurements. */

export function manyFieldsTemplate(ownerId: string, count = 1000, id = `tpl_${count}_fields`): Template {
  const kinds: Partial<FieldDraft>[] = [
    { type: 'text' },
    { type: 'number' },
    { type: 'date', format: 'dd.MM.yyyy' },
    { type: 'dropdown', options: ['Red', 'Green', 'Blue'] },
    { type: 'checkbox', options: ['North', 'South'] },
  ];
  return defineTemplate({
    id,
    ownerId,
    name: `Form with ${count} fields`,
    roles: [{ role: 'Signer' }],
    fields: Array.from({ length: count }, (_, index) => ({
      name: `Field ${index + 1}`,
      ...kinds[index % kinds.length],
    })),
  });
}

export function strangeNamesTemplate(ownerId: string, id = 'tpl_strange a/b ü'): Template {
  return defineTemplate({
    id,
    ownerId,
    name: 'Strange names “a/b” – ü 日本',
    sendInOrder: false,
    roles: [{ role: 'First party' }, { role: 'Zweite Partei (ü)' }, { role: '"quoted"] role' }],
    fields: [
      { name: 'a/b ü', required: true },
      { name: 'with space' },
      { name: '__proto__' },
      { name: 'constructor' },
      { name: 'dots.and[brackets]' },
      { name: '名前' },
      { role: 'First party', name: 'Datum', type: 'date', format: 'd. MMMM yyyy' },
      { role: 'Zweite Partei (ü)', name: 'Datum', type: 'date', format: 'dd.MM.yyyy' },
      { role: '"quoted"] role', name: 'Signature', type: 'signature', required: true },
    ],
  });
}
