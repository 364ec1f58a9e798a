import type { BodyBlock, FieldType, Role, Template, TemplateField } from '../domain/types.ts';

const FILLED_BY_HAND: readonly FieldType[] = ['signature', 'picture', 'attachment'];

export type RoleDraft = Partial<Role> & { role: string };
export type FieldDraft = Partial<TemplateField> & { name: string };

export interface TemplateDraft {
  id: string;
  ownerId: string;
  name: string;
  note?: string;
  sendInOrder?: boolean;
  expiresInDays?: number;
  /** Milliseconds since 1970. */
  changedAt?: number;
  roles: RoleDraft[];
  fields?: FieldDraft[];
  body?: BodyBlock[];
  sharedWith?: string[];
}

/** A whole template from what is particular about it. Roles sign in the order they are named unless they say otherwise. */
export function defineTemplate(draft: TemplateDraft): Template {
  const changedAt = new Date(draft.changedAt ?? Date.parse('2026-01-15T09:00:00Z')).toISOString();
  return {
    id: draft.id,
    ownerId: draft.ownerId,
    name: draft.name,
    note: draft.note ?? '',
    sendInOrder: draft.sendInOrder ?? true,
    expiresInDays: draft.expiresInDays ?? 30,
    createdAt: changedAt,
    updatedAt: changedAt,
    roles: draft.roles.map((role, index) => ({
      order: index + 1,
      type: 'signer',
      inPerson: false,
      assigned: null,
      ...role,
    })),
    fields: (draft.fields ?? []).map((field) => ({
      role: null,
      type: 'text',
      required: false,
      fillable: !FILLED_BY_HAND.includes(field.type ?? 'text'),
      options: [],
      format: '',
      default: null,
      ...field,
    })),
    body: draft.body ?? [
      { kind: 'heading', text: draft.name },
      { kind: 'paragraph', text: draft.note ?? '' },
    ],
    sharedWith: draft.sharedWith ?? [],
  };
}
