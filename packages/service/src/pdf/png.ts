import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** More than any drawn signature needs; a small file that unpacks to a huge picture is refused. */
const MAX_PIXELS = 4_000_000;

/** The bytes of a PNG data URL; null when it is none. */
export function pngOfDataUrl(url: string): Buffer | null {
  const match = /^data:image\/png;base64,([A-Za-z0-9+/=\s]+)$/.exec(url);
  if (!match) return null;
  const bytes = Buffer.from(match[1]!, 'base64');
  return bytes.subarray(0, 8).equals(SIGNATURE) ? bytes : null;
}

export interface Picture {
  width: number;
  height: number;
  /** A PNG without transparency. */
  png: Buffer;
}

/**
 * Puts a drawn signature on white. What browsers draw is transparent, and the PDF library unpacks transparent pictures in
 * the background: two of them would land in the file in the order in which they happen to be ready.
 * Null for files that are damaged, interlaced or of another kind than a canvas writes (8 bits a channel).
 */
export function onWhite(bytes: Buffer, maxPixels = MAX_PIXELS): Picture | null {
  try {
    return read(bytes, maxPixels);
  } catch {
    return null;
  }
}

function read(bytes: Buffer, maxPixels: number): Picture | null {
  let width = 0;
  let height = 0;
  let colour = 0;
  const data: Buffer[] = [];
  let palette: Buffer | null = null;
  let alpha: Buffer | null = null;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (chunk.length < length) return null;
    if (type === 'IHDR') {
      width = chunk.readUInt32BE(0);
      height = chunk.readUInt32BE(4);
      colour = chunk[9]!;
      if (chunk[8] !== 8 || chunk[12] !== 0) return null;
    } else if (type === 'PLTE') palette = chunk;
    else if (type === 'tRNS') alpha = chunk;
    else if (type === 'IDAT') data.push(chunk);
    else if (type === 'IEND') break;
    at += length + 12;
  }
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
  if (!channels || width < 1 || height < 1 || width * height > maxPixels) return null;
  if (colour === 3 && !palette) return null;
  const stride = width * channels;
  const raw = inflateSync(Buffer.concat(data), { maxOutputLength: (stride + 1) * height });
  if (raw.length < (stride + 1) * height) return null;
  const pixels = unfilter(raw, height, stride, channels);

  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0, from = 0, to = 0; y < height; y += 1) {
    rows[to++] = 0;
    for (let x = 0; x < width; x += 1, from += channels) {
      let [r, g, b, a] = [pixels[from]!, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0, 255];
      if (colour === 3) {
        const index = r;
        a = alpha?.[index] ?? 255;
        [r, g, b] = [palette![index * 3] ?? 0, palette![index * 3 + 1] ?? 0, palette![index * 3 + 2] ?? 0];
      } else if (colour === 0 || colour === 4) {
        a = colour === 4 ? g : 255;
        g = b = r;
      } else if (colour === 6) a = pixels[from + 3]!;
      rows[to++] = blend(r, a);
      rows[to++] = blend(g, a);
      rows[to++] = blend(b, a);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const png = Buffer.concat([
    SIGNATURE,
    chunkOf('IHDR', head),
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
  return { width, height, png };
}

function blend(value: number, alpha: number): number {
  return Math.round((value * alpha + 255 * (255 - alpha)) / 255);
}

function unfilter(raw: Buffer, height: number, stride: number, channels: number): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)]!;
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? out[to + x - channels]! : 0;
      const up = y > 0 ? out[to - stride + x]! : 0;
      const corner = x >= channels && y > 0 ? out[to - stride + x - channels]! : 0;
      out[to + x] = raw[from + x]! + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunkOf(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0);
  return Buffer.concat([head, data, sum]);
}
