import { createHmac } from 'node:crypto';
import { signPayload, verifySignature } from '../../src/index.ts';

const secret = 'whsec_Łä日';
const rawBody = Buffer.from('{"id":"evt_1", "event":"document.signed","name":"Miete \\u0142 Ł"}');
const t = 1_790_000_000;
const hex = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
const header = `t=${t},v1=${hex}`;
const verify = (more: object = {}) => verifySignature({ secret, header, rawBody, now: t, ...more });

test('signing writes what section 5.7 describes', () => {
  expect(signPayload(secret, rawBody, t)).toBe(header);
  expect(signPayload(secret, rawBody.toString(), t)).toBe(header);
});

test('the bytes as received verify, as bytes or as their text', () => {
  expect(verify()).toBe(true);
  expect(verify({ rawBody: rawBody.toString() })).toBe(true);
  expect(verify({ rawBody: new Uint8Array(rawBody) })).toBe(true);
  expect(verify({ header: [header] })).toBe(true);
});

test('the same JSON written again does not', () => {
  expect(verify({ rawBody: JSON.stringify(JSON.parse(rawBody.toString())) })).toBe(false);
});

test.each([
  [299, true],
  [-299, true],
  [300, false],
  [-300, false],
  [301, false],
])('a delivery %i s away: %s', (seconds, accepted) => {
  expect(verify({ now: t + seconds })).toBe(accepted);
});

test('the age can be left to the caller', () => {
  expect(verify({ now: t + 9999, tolerance: Infinity })).toBe(true);
});

test('any of several v1 may fit, as while a secret is changed', () => {
  const other = 'a'.repeat(64);
  expect(verify({ header: `t=${t},v1=${other},v1=${hex}` })).toBe(true);
  expect(verify({ header: `t=${t},v1=${hex},v1=${other}` })).toBe(true);
  expect(verify({ header: `v1=${hex},t=${t}` })).toBe(true);
  expect(verify({ header: `t=${t},v0=x,v1=${hex}` })).toBe(true);
  expect(verify({ header: `t=${t},v1=${other}` })).toBe(false);
});

test.each([
  undefined,
  null,
  '',
  ',',
  't',
  hex,
  `v1=${hex}`,
  `t=${t}`,
  `t=${t},v1=`,
  `t=,v1=${hex}`,
  `t=${t}.0,v1=${hex}`,
  `t=-${t},v1=${hex}`,
  `t=+${t},v1=${hex}`,
  `t=0x10,v1=${hex}`,
  `t=${t},t=${t},v1=${hex}`,
  `t=${t},v1=${hex.slice(0, 63)}`,
  `t=${t},v1=${hex}0`,
  `t=${t},v1=${hex},`,
  `t=${t};v1=${hex}`,
  `t=${t},v2=${hex}`,
  `t=${t},v1=${'z'.repeat(64)}`,
  [header, header],
  42,
  {},
])('the header %j is refused', (malformed) => {
  expect(verify({ header: malformed })).toBe(false);
});

test.each([
  [{ secret: '' }],
  [{ secret: undefined }],
  [{ secret: 'another' }],
  [{ rawBody: undefined }],
  [{ rawBody: {} }],
  [{ rawBody: '' }],
  [{ now: Number.NaN }],
  [{ now: undefined }],
])('without %j nothing verifies, and nothing throws', (wrong) => {
  expect(verify(wrong)).toBe(false);
});

test('never throws, whatever it is called with', () => {
  for (const given of [undefined, null, 1, 'x', []]) expect(verifySignature(given as never)).toBe(false);
});

test('a changed byte or time is refused', () => {
  const changed = Buffer.from(rawBody);
  changed[5]! ^= 1;
  expect(verify({ rawBody: changed })).toBe(false);
  expect(verify({ header: `t=${t + 1},v1=${hex}` })).toBe(false);
});
