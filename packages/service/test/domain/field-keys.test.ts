import { fieldKeys, nearest } from '../../src/domain/field-keys.ts';

const fields = [
  { role: null, name: 'Date' },
  { role: 'Tenant', name: 'Date' },
  { role: 'Landlord', name: 'Name' },
  { role: 'Tenant', name: 'Name' },
  { role: 'Tenant', name: 'Phone' },
];
const keys = fieldKeys(fields);

test('a field filled before sending keeps its plain name, colliding role fields have the long one', () => {
  expect([...keys.byKey.keys()]).toEqual(['Date', 'Tenant::Date', 'Landlord::Name', 'Tenant::Name', 'Phone']);
  expect(keys.find('Date')).toEqual({ field: fields[0] });
  expect(keys.find('Tenant::Date')).toEqual({ field: fields[1] });
});

test('the long form is always accepted', () => {
  expect(keys.find('Tenant::Phone')).toEqual({ field: fields[4] });
});

test('a plain name that only colliding role fields have names the choices', () => {
  expect(keys.find('Name')).toEqual({ ambiguous: ['Landlord::Name', 'Tenant::Name'] });
});

test('an unknown key comes with the nearest ones', () => {
  expect(keys.find('Phnoe')).toEqual({ unknown: ['Phone'] });
  expect(keys.find('something else entirely')).toEqual({ unknown: [] });
  expect(nearest('tenant', ['Tenant', 'Landlord'])).toEqual(['Tenant']);
});

test('names that are also names of object members', () => {
  const strange = [
    { role: null, name: '__proto__' },
    { role: null, name: 'constructor' },
  ];
  expect(fieldKeys(strange).find('__proto__')).toEqual({ field: strange[0] });
  expect(fieldKeys(fields).find('constructor')).toEqual({ unknown: [] });
});
