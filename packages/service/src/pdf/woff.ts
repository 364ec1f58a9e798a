import { inflateSync } from 'node:zlib';

/**
 * Unpacks a WOFF file into the plain font it holds. The font library reads WOFF too, but unpacks the whole table of
 * outlines anew for every glyph.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const headLength = 12 + count * 16;
  const head = Buffer.alloc(headLength);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * count - 16 * 2 ** power, 10);
  const tables: Buffer[] = [head];
  let at = headLength;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(44 + index * 20, 64 + index * 20);
    const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const bytes = woff.subarray(offset, offset + packed);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(bytes) : bytes).copy(padded);
    tables.push(padded);
    const record = 12 + index * 16;
    entry.copy(head, record, 0, 4);
    entry.copy(head, record + 4, 16, 20);
    head.writeUInt32BE(at, record + 8);
    head.writeUInt32BE(length, record + 12);
    at += padded.length;
  }
  return Buffer.concat(tables);
}
