import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { fileSize, FILE_BYTES, type FileFieldType, type ReceivedFile } from '../domain/given-files.ts';
import { onWhite } from './png.ts';

/** More than any screen or camera of today shows in 5 MB; a small file that unpacks to a huge picture is refused. */
const PIXELS_WITH_TRANSPARENCY = 16_000_000;
const UNPACKED_BYTES = 64_000_000;

/** What is wrong with a file for a field, in a sentence; null when it can be taken. */
export function fileProblem(name: string, type: FileFieldType, { bytes, cut }: ReceivedFile): string | null {
  const most = FILE_BYTES[type];
  if (cut || bytes.length > most) {
    return `“${name}” takes a file of at most ${most / 1024 / 1024} MB; choose a smaller one.`;
  }
  if (bytes.length === 0) return `The file for “${name}” is empty; choose another one.`;
  if (type === 'attachment' || drawable(bytes)) return null;
  return `“${name}” takes a PNG or JPEG picture; this file (${fileSize(bytes.length)}) is none that can be drawn. Save it as JPEG and try again.`;
}

/** The picture in a form that the PDF library takes at one go; null for what is no PNG or JPEG, or damaged. */
export function drawable(bytes: Uint8Array): Buffer | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const ready = isJpeg(buffer) ? buffer : isPng(buffer) ? opaquePng(buffer) : null;
    return ready && opens(ready) ? ready : null;
  } catch {
    return null;
  }
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

interface Opened {
  width: number;
  height: number;
  /** Of a JPEG. */
  colorSpace?: string;
  bits?: number;
}

function opens(bytes: Buffer): boolean {
  const doc = new PDFDocument({ autoFirstPage: false, font: null as unknown as string });
  const { width, height, colorSpace, bits } = (doc as unknown as { openImage(of: Buffer): Opened }).openImage(
    bytes,
  );
  return width > 0 && height > 0 && (!isJpeg(bytes) || (colorSpace !== undefined && bits === 8));
}

/** Most opaque pictures go into the PDF as they are; others are put on white first. */
function opaquePng(bytes: Buffer): Buffer | null {
  const types: string[] = [];
  const data: Buffer[] = [];
  let head: Buffer | null = null;
  for (let at = 8; at + 12 <= bytes.length && types.at(-1) !== 'IEND';) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return null;
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    types.push(type);
    if (type === 'IHDR') head ??= chunk;
    if (type === 'IDAT') data.push(chunk);
    at += length + 12;
  }
  if (types[0] !== 'IHDR' || head?.length !== 13 || types.at(-1) !== 'IEND' || data.length === 0) return null;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [bits, colour, interlaced] = [head[8]!, head[9]!, head[12] !== 0];
  const channels = { 0: 1, 2: 3, 3: 1 }[colour];
  if (!channels || types.includes('tRNS') || interlaced) {
    return onWhite(bytes, PIXELS_WITH_TRANSPARENCY)?.png ?? null;
  }
  if (colour === 3 && !types.includes('PLTE')) return null;
  const unpacked = (Math.ceil((width * channels * bits) / 8) + 1) * height;
  if (unpacked > UNPACKED_BYTES) return null;
  return inflateSync(Buffer.concat(data), { maxOutputLength: unpacked }).length === unpacked ? bytes : null;
}
