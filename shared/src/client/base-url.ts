/** A base URL that cannot be one, said in a sentence that tells what to enter. */
export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError';
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** True for addresses of this machine: the only ones where the token may go without TLS in `checkBaseUrl(…, 'strict')`. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The base URL without a slash at its end. `strict` is what a public platform asks for: https (http for loopback), and
 * a path that ends in the version segment (section 1, section 9).
 *
 * @throws BaseUrlError that says what to enter
 */
export function checkBaseUrl(baseUrl: string, strictness: 'lenient' | 'strict' = 'lenient'): string {
  const text = String(baseUrl ?? '').trim();
  const example = 'such as https://sign.example.com/v1';
  if (text === '')
    throw new BaseUrlError(`No base URL is given: enter the address of the service, ${example}.`);
  if (!URL.canParse(text)) {
    throw new BaseUrlError(`“${text}” is not a web address: enter the base URL of the service, ${example}.`);
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new BaseUrlError(
      `The base URL begins with https://, not with ${url.protocol}//: enter one ${example}.`,
    );
  }
  if (url.username || url.password) {
    throw new BaseUrlError(
      'The base URL must not hold a user name or password: the token goes into its own field.',
    );
  }
  if (url.search || url.hash) {
    throw new BaseUrlError(`The base URL ends in the version segment, without ? or #: enter one ${example}.`);
  }
  const clean = url.origin + url.pathname.replace(/\/+$/, '');
  if (strictness === 'strict') {
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
      throw new BaseUrlError(
        'The base URL begins with https://, so that the token is not sent in the clear (http:// only for this machine).',
      );
    }
    if (!/\/v\d+$/.test(clean)) {
      throw new BaseUrlError(`The path of the base URL ends in the version, ${example}.`);
    }
  }
  return clean;
}
