import { BlockList, isIP } from 'node:net';
import { hasControlCharacter } from './field-values.ts';
import { LIMITS } from './limits.ts';

/** Addresses that do not lead out to the internet: loopback, private, link-local, carrier-internal, unspecified. */
const privateAddresses = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateAddresses.addSubnet(address, prefix, 'ipv6');
}

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return privateAddresses.check(address, 'ipv4');
  // An IPv4 address in IPv6 clothes (::ffff:10.0.0.1) is matched by the IPv4 rules.
  return family === 6 && privateAddresses.check(address, 'ipv6');
}

/** Names that only resolve inside a machine or a local network. */
function isPrivateName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa|lan)$/.test(name);
}

/** The problem with a webhook's address, in a sentence; null when it is accepted (section 2, Webhook request). */
export function webhookUrlProblem(text: string, rules: { forbidPrivate: boolean }): string | null {
  if (text.length > LIMITS.webhookUrl) return `"url" may have at most ${LIMITS.webhookUrl} characters.`;
  if (!URL.canParse(text) || hasControlCharacter(text) || /\s/.test(text)) {
    return `"url" must be an absolute address such as https://example.com/hook; ${JSON.stringify(text.slice(0, 200))} is not one.`;
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return `"url" must start with https://; ${JSON.stringify(url.protocol)} is not supported.`;
  }
  if (url.username !== '' || url.password !== '') {
    return '"url" must not contain a user name or password; leave out what stands before the @.';
  }
  if (text.includes('#')) {
    return '"url" must not contain a fragment, which is never sent; leave out the # and what follows.';
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host) ? isPrivateAddress(host) : isPrivateName(host);
  if (isPrivate && rules.forbidPrivate) {
    return `"url" must be an address on the internet; ${url.host} is on this machine or a private network.`;
  }
  if (!isPrivate && url.protocol === 'http:') {
    return `"url" must start with https:// for addresses on the internet; ${url.host} is given with http://.`;
  }
  return null;
}
