import { decodeKey, encodeKey } from '../src/field-keys.ts';

describe('keys of loaded inputs', () => {
  test.each([
    ['field', 'Monthly rent', 'f_MonthlyZ20rent'],
    ['email', 'Tenant', 'e_Tenant'],
    ['name', 'Tenant', 'n_Tenant'],
    ['field', 'Zone', 'f_Z5aone'],
    ['field', 'a__b', 'f_aZ5fZ5fb'],
    ['field', 'Tenant::Date', 'f_TenantZ3aZ3aDate'],
    ['field', 'Größe', 'f_GrZc3Zb6Zc3Z9fe'],
    ['email', '日', 'e_Ze6Z97Za5'],
    ['field', '{{x}}', 'f_Z7bZ7bxZ7dZ7d'],
    ['field', '\ufeffa', 'f_ZefZbbZbfa'],
  ] as const)('a %s of %p is %s', (kind, name, key) => {
    expect(encodeKey(kind, name)).toBe(key);
    expect(decodeKey(key)).toEqual({ kind, name });
  });

  test('every key is plain and free of the separator, and stands for one name only', () => {
    const names = [
      '',
      'Z',
      'z',
      'Z5a',
      'Z5A',
      '_',
      '__',
      'a b',
      'a  b',
      'A',
      '🖋',
      '\u0000',
      '%',
      'Řád 1',
      'e_x',
    ].filter(Boolean);
    const keys = names.map((name) => encodeKey('field', name));
    expect(new Set(keys).size).toBe(names.length);
    for (const [index, key] of keys.entries()) {
      expect(key).toMatch(/^f_[A-Za-z0-9]+$/);
      expect(key).not.toContain('__');
      expect(decodeKey(key)?.name).toBe(names[index]);
    }
  });

  test.each([
    'template_id',
    'name',
    'note',
    'expires_in_days',
    'f_',
    'f_Z',
    'f_Z5',
    'f_Zxx',
    'f_ZC3',
    'f_Zff',
    'x_Tenant',
    'f_a-b',
  ])('%s stands for nothing loaded', (key) => expect(decodeKey(key)).toBeUndefined());
});
