/**
 * Keys of the inputs that are loaded for a template. Saved Zaps hold them, so this encoding is fixed: `e_` (a role's
 * e-mail), `n_` (a role's name) or `f_` (a field), then the UTF-8 bytes of the role or of the field's key; letters and
 * digits other than `Z` stand as they are, every other byte is `Z` and two lower-case hex digits. So a key never holds
 * `__`, which is Zapier's own separator, and says by itself what it stands for.
 */

const PREFIXES = { email: 'e_', name: 'n_', field: 'f_' } as const;

export type Loaded = { kind: keyof typeof PREFIXES; name: string };

export function encodeKey(kind: Loaded['kind'], name: string): string {
  let key: string = PREFIXES[kind];
  for (const byte of new TextEncoder().encode(name)) {
    const character = String.fromCharCode(byte);
    key += /[A-Ya-z0-9]/.test(character) ? character : `Z${byte.toString(16).padStart(2, '0')}`;
  }
  return key;
}

/** What an input's key stands for; undefined for any other key. */
export function decodeKey(key: string): Loaded | undefined {
  const match = /^([enf])_((?:[A-Ya-z0-9]|Z[0-9a-f]{2})+)$/.exec(key);
  if (!match) return undefined;
  const bytes = (match[2]!.match(/Z[0-9a-f]{2}|./g) ?? []).map((part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  );
  const kind = match[1] === 'e' ? 'email' : match[1] === 'n' ? 'name' : 'field';
  try {
    return {
      kind,
      name: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes)),
    };
  } catch {
    return undefined;
  }
}
