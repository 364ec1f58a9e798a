/**
 * The address to delete a webhook at, from the `Location` of its creation (section 4, POST /webhooks). Used as given on
 * the base URL's origin: absolute or relative, with or without a query. The same host with http for https, as a proxy
 * in between makes of it, is taken with the base URL's scheme. Anything else, or nothing, gives undefined: the token
 * goes to no other origin.
 */
export function locationOf(location: string | null | undefined, baseUrl: string): string | undefined {
  const text = location?.trim();
  if (!text) return undefined;
  const base = new URL(`${baseUrl}/webhooks`);
  if (!URL.canParse(text, base.href)) return undefined;
  const url = new URL(text, base);
  if (url.username || url.password) return undefined;
  if (url.origin !== base.origin) {
    const behindProxy =
      url.protocol === 'http:' &&
      base.protocol === 'https:' &&
      url.hostname === base.hostname &&
      (url.port === '' || url.port === base.port);
    if (!behindProxy) return undefined;
    url.protocol = 'https:';
    url.port = base.port;
  }
  url.hash = '';
  return url.href;
}
