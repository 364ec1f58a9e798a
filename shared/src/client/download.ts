import type { Download } from '../types.ts';
import { header } from './answer.ts';
import { ApiError } from './api-error.ts';
import type { TransportResponse } from './transport.ts';

/** The size of the PDF in bytes, where the service says it. */
export function contentLength(response: TransportResponse): number | null {
  const text = header(response, 'content-length');
  return text && /^\d+$/.test(text) && !header(response, 'content-encoding') ? Number(text) : null;
}

/** The error for a PDF whose transfer ended before all of it had come: a short file is never handed on. */
export function cutOff({ fileName }: Pick<Download, 'fileName'>, cause?: unknown): ApiError {
  return new ApiError(`The transfer of “${fileName}” was cut before all of it had arrived: try again.`, {
    status: 0,
    code: 'cut_off',
    cause,
  });
}

/** @throws ApiError `cut_off` where not as many bytes arrived as the service announced, or none at all */
export function checkWhole(download: Pick<Download, 'fileName' | 'size'>, arrived: number): void {
  if (arrived === 0 || (download.size !== null && arrived !== download.size)) throw cutOff(download);
}

/** The file name the service gives in `Content-Disposition` (RFC 6266), else `fallback`; cleaned either way. */
export function downloadName(response: TransportResponse, fallback: string): string {
  const disposition = header(response, 'content-disposition') ?? '';
  return cleanFileName(
    extendedName(disposition) ?? plainName(disposition) ?? fallback,
    cleanFileName(fallback),
  );
}

function extendedName(disposition: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*(?:utf-8)'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function plainName(disposition: string): string | undefined {
  const match = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Bytes a file name may have in most file systems (255), less room for what a platform adds. */
const LONGEST_NAME = 180;

/**
 * A name that every file system takes and that stays in its folder: no path, no control or direction characters,
 * nothing Windows reserves, not too long; its extension is kept.
 */
export function cleanFileName(name: string, fallback = 'document.pdf'): string {
  const cleaned = name
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex -- control characters are what is removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (cleaned === '' || /^-+$/.test(cleaned)) return fallback;
  const safe = RESERVED.test(cleaned) ? `_${cleaned}` : cleaned;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(safe)?.[0] ?? '';
  let stem = [...safe.slice(0, safe.length - extension.length)];
  const encoder = new TextEncoder();
  while (encoder.encode(stem.join('') + extension).length > LONGEST_NAME) stem = stem.slice(0, -1);
  return stem.join('') + extension;
}
