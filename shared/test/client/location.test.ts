import { locationOf } from '../../src/client/location.ts';

const base = 'https://sign.example.com/v1';

test.each([
  ['https://sign.example.com/v1/webhooks/w', 'https://sign.example.com/v1/webhooks/w'],
  ['/v1/webhooks/w', 'https://sign.example.com/v1/webhooks/w'],
  ['webhooks/w', 'https://sign.example.com/v1/webhooks/w'],
  ['/hooks?id=a%2Fb&x=1', 'https://sign.example.com/hooks?id=a%2Fb&x=1'],
  ['http://sign.example.com/v1/webhooks/w', 'https://sign.example.com/v1/webhooks/w'],
  ['//sign.example.com/v1/webhooks/w', 'https://sign.example.com/v1/webhooks/w'],
  ['https://evil.example.com/v1/webhooks/w', undefined],
  ['https://sign.example.com:8443/v1/webhooks/w', undefined],
  ['http://sign.example.com:81/v1/webhooks/w', undefined],
  ['https://user:pass@sign.example.com/v1/webhooks/w', undefined],
  ['//evil.example.com/x', undefined],
  ['javascript:alert(1)', undefined],
  ['http://[', undefined],
  ['', undefined],
  [null, undefined],
])('%s', (location, expected) => {
  expect(locationOf(location, base)).toBe(expected);
});

test('an http base URL keeps to its own port', () => {
  expect(locationOf('http://127.0.0.1:4010/v1/webhooks/w', 'http://127.0.0.1:4010/v1')).toBe(
    'http://127.0.0.1:4010/v1/webhooks/w',
  );
  expect(locationOf('http://127.0.0.1:4011/v1/webhooks/w', 'http://127.0.0.1:4010/v1')).toBeUndefined();
});
