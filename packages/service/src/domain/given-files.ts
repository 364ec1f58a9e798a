import { LIMITS } from './limits.ts';
import type { FieldType, FieldValue, GivenFile } from './types.ts';

/** Pictures and attachments that recipients give while they sign. */

export type FileFieldType = 'picture' | 'attachment';

/** As it arrived; what is too large arrives cut. */
export interface ReceivedFile {
  name: string;
  bytes: Uint8Array;
  cut: boolean;
}

/** By field key. */
export type ReceivedFiles = ReadonlyMap<string, ReceivedFile>;

export const NO_FILES: ReceivedFiles = new Map();

export const FILE_BYTES = { picture: LIMITS.pictureBytes, attachment: LIMITS.attachmentBytes } as const;

export function isFileField(type: FieldType): type is FileFieldType {
  return type === 'picture' || type === 'attachment';
}

export function isGivenFile(value: unknown): value is { file: GivenFile } {
  return typeof value === 'object' && value !== null && 'file' in value;
}

/** The last part of what a browser calls a file, as one printable line of reasonable length. */
export function fileName(text: string): string {
  const name = (text.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const all = [...name];
  if (all.length <= LIMITS.fileName) return name || 'file';
  const ending = /\.[^. ]{1,10}$/u.exec(name)?.[0] ?? '';
  return `${all.slice(0, LIMITS.fileName - 1 - [...ending].length).join('')}…${ending}`;
}

export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How a file reads where there is room for a value. */
export function fileText(value: FieldValue & object): string {
  return isGivenFile(value) ? `${value.file.name} (${fileSize(value.file.size)})` : '';
}
