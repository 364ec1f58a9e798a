import { webhookUrlProblem } from '../../src/domain/webhook-rules.ts';

test.each([
  'https://example.com/hook?x=1',
  'https://exämple.com/',
  'https://example.com/hook/@me?to=%23general&mail=a@example.com',
  'http://localhost:3000/x',
  'http://127.0.0.1/x',
  'http://10.1.2.3/x',
  'http://172.31.0.1',
  'http://192.168.1.1',
  'http://[::1]:80/x',
  'http://[fd00::1]/x',
  'http://2130706433/x',
  'http://[::ffff:10.0.0.1]/',
  'http://n8n:5678/webhook',
  'http://host.docker.internal/x',
])('%s is accepted', (url) => {
  expect(webhookUrlProblem(url, { forbidPrivate: false })).toBeNull();
});

test.each([
  ['http://example.com/hook', /must start with https/],
  ['http://8.8.8.8/', /must start with https/],
  ['http://172.32.0.1/', /must start with https/],
  ['http://[2001:db8::1]/', /must start with https/],
  ['ftp://example.com/', /not supported/],
  ['javascript:alert(1)', /not supported/],
  ['example.com', /absolute address/],
  ['/hook', /absolute address/],
  ['', /absolute address/],
  ['https://', /absolute address/],
  ['https://exam ple.com', /absolute address/],
  ['https://user:password@example.com/hook', /user name or password/],
  ['https://user@example.com/hook', /user name or password/],
  ['http://:password@localhost/hook', /user name or password/],
  ['https://example.com/hook#part', /fragment/],
  ['https://example.com/hook?x=1#', /fragment/],
  ['https://example.com/\ud800', /absolute address/],
  [`https://example.com/${'x'.repeat(2100)}`, /at most 2048/],
])('%s is refused', (url, expected) => {
  expect(webhookUrlProblem(url, { forbidPrivate: false })).toMatch(expected);
});

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://a.internal/',
  'https://169.254.169.254/',
  'https://0x7f000001/',
])('%s is refused where private addresses are forbidden', (url) => {
  expect(webhookUrlProblem(url, { forbidPrivate: true })).toMatch(/address on the internet/);
});
