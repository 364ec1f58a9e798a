/** What an operation answers; `body` is JSON text, bytes of a PDF, or nothing. */
export interface Answer {
  status: number;
  body: string | Uint8Array | null;
  type: string;
  headers: Record<string, string>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const NO_HEADERS = {};

/** `text` is JSON already. */
export function jsonText(text: string, status = 200, headers: Record<string, string> = NO_HEADERS): Answer {
  return { status, body: text, type: JSON_TYPE, headers };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = NO_HEADERS): Answer {
  return jsonText(JSON.stringify(value), status, headers);
}

export function noContent(): Answer {
  return { status: 204, body: null, type: '', headers: NO_HEADERS };
}

export function pdf(bytes: Uint8Array, fileName: string): Answer {
  return {
    status: 200,
    body: bytes,
    type: 'application/pdf',
    headers: { 'content-disposition': attachment(fileName), 'cache-control': 'private, no-cache' },
  };
}

/** RFC 6266: a plain name for every client, and the real one in UTF-8 for those that understand it. */
export function attachment(fileName: string): string {
  const clean = fileName.replace(/[\p{Cc}\p{Cs}"\\/:*?<>|]/gu, ' ').trim();
  const plain = clean
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
