import PDFDocument from 'pdfkit';
import { FACE_NAMES, face, primaryFace } from './fonts.ts';
import type { Style } from './fonts.ts';
import { layOut } from './layout.ts';
import type { Line, Piece, Span } from './layout.ts';

export const INK = '#1c2430';
export const QUIET = '#5b6675';
export const HAIRLINE = '#d5dae1';
export const BAD = '#9b1c1c';
export const BAD_TINT = '#fdf1f0';
export const NEUTRAL_TINT = '#f1f4f8';

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = { left: 64, right: 64, top: 62, bottom: 78 };

export interface SheetFacts {
  title: string;
  author: string;
  subject: string;
  /** Stand in the file as its dates, so that the same document gives the same bytes. */
  created: Date;
  modified: Date;
  /** On each page, left of the page number. */
  footer: string;
}

export interface TextOptions {
  size?: number;
  style?: Style;
  colour?: string;
  x?: number;
  width?: number;
  /** Line height as a multiple of the size. */
  leading?: number;
}

/** Pages of one PDF, filled from top to bottom. */
export class Sheet {
  readonly left = MARGIN.left;
  readonly width = PAGE.width - MARGIN.left - MARGIN.right;
  readonly bottom = PAGE.height - MARGIN.bottom;
  y = MARGIN.top;

  readonly doc: PDFKit.PDFDocument;
  private readonly facts: SheetFacts;
  /** What each glyph of a font reads as in this file: a glyph can stand for one text only. */
  private readonly read = new Map<string, Map<number, string>>();

  constructor(facts: SheetFacts) {
    this.facts = facts;
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: true,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      // No font is opened before text is drawn in it; the library's type does not know that null means none.
      font: null as unknown as string,
      info: {
        Title: facts.title,
        Author: facts.author,
        Subject: facts.subject,
        Creator: 'document-signing-service',
        Producer: 'document-signing-service',
        CreationDate: facts.created,
        ModDate: facts.modified,
      },
    });
    for (const name of FACE_NAMES) {
      // The library takes an opened font as well as a file; a getter keeps fonts that no text needs unopened.
      Object.defineProperty((this.doc as unknown as { _registeredFonts: object })._registeredFonts, name, {
        enumerable: true,
        get: () => ({ src: face(name).font, family: undefined }),
      });
    }
  }

  addPage(): void {
    this.doc.addPage();
    this.y = MARGIN.top;
  }

  /** True at the top of a page. */
  get fresh(): boolean {
    return this.y === MARGIN.top;
  }

  /** Begins a new page unless `height` points are left on this one. */
  ensure(height: number): void {
    if (this.y + height > this.bottom && !this.fresh) this.addPage();
  }

  space(height: number): void {
    if (!this.fresh) this.y += height;
  }

  rule(): void {
    this.doc
      .moveTo(this.left, this.y)
      .lineTo(this.left + this.width, this.y)
      .lineWidth(0.6)
      .strokeColor(HAIRLINE)
      .stroke();
  }

  lines(spans: Span[] | string, options: TextOptions = {}): Line[] {
    const size = options.size ?? 10;
    return layOut(
      typeof spans === 'string' ? [{ text: spans, style: options.style ?? 'regular' }] : spans,
      size,
      options.width ?? this.width,
    );
  }

  /** Sets text below what stands on the page, over as many pages as it takes. */
  text(spans: Span[] | string, options: TextOptions = {}): void {
    const step = lineHeight(options);
    for (const line of this.lines(spans, options)) {
      this.ensure(step);
      this.line(line, this.y, options);
      this.y += step;
    }
  }

  /** Draws one line whose top is at `top`. */
  line(line: Line, top: number, options: TextOptions = {}): void {
    const size = options.size ?? 10;
    const step = lineHeight(options);
    const { ascent, descent, unitsPerEm } = primaryFace(options.style ?? 'regular').font;
    const baseline = top + step / 2 + (((ascent + descent) / 2) * size) / unitsPerEm;
    const width = options.width ?? this.width;
    let x = (options.x ?? this.left) + (line.rightToLeft ? Math.max(0, width - line.width) : 0);
    for (const group of this.groups(line.pieces)) {
      this.piece(group, x, baseline, size * group.scale, group.colour ?? options.colour ?? INK);
      x += group.width;
    }
  }

  /**
   * The library's own way of drawing text turns the page over before and back after it, so that text to copy which is
   * wrapped around it would be looked for where the glyphs are not. Here it stands right around the glyphs.
   */
  private piece(piece: Group, x: number, baseline: number, size: number, colour: string): void {
    const doc = this.doc as OpenDocument;
    doc.font(piece.face.name).fontSize(size).fillColor(colour);
    const font = doc._font;
    (doc.page.fonts as Record<string, unknown>)[font.id] ??= font.ref();
    doc.save();
    doc.transform(1, 0, 0, -1, 0, PAGE.height);
    const emboldened = piece.bold && piece.face.embolden;
    if (emboldened) doc.lineWidth(size * 0.035).strokeColor(colour);
    if (piece.actual !== null) doc.addContent(`/Span <</ActualText <${utf16(piece.actual)}>>> BDC`);
    doc.addContent(`BT /${font.id} ${number(size)} Tf${emboldened ? ' 2 Tr' : ''}`);
    doc.addContent(`${glyphOperators(font.encode(piece.text), x, PAGE.height - baseline, size)} ET`);
    if (piece.actual !== null) doc.addContent('EMC');
    doc.restore();
  }

  /**
   * Joins neighbours that can be drawn at one go. A piece whose glyphs do not spell what it reads (reordered vowels,
   * glyphs shared by two characters, characters without a shape) carries its text along for those who copy it.
   */
  private groups(pieces: Piece[]): Group[] {
    const groups: Group[] = [];
    for (const piece of pieces) {
      const spelled = this.spells(piece);
      const before = groups.at(-1);
      if (
        spelled &&
        before?.actual === null &&
        before.face === piece.face &&
        before.bold === piece.bold &&
        before.colour === piece.colour &&
        before.scale === piece.scale &&
        before.level === piece.level &&
        piece.level % 2 === 0
      ) {
        before.text += piece.text;
        before.width += piece.width;
      } else {
        groups.push({ ...piece, actual: spelled ? null : piece.reads });
      }
    }
    return groups;
  }

  private spells(piece: Piece): boolean {
    let read = this.read.get(piece.face.name);
    if (!read) this.read.set(piece.face.name, (read = new Map<number, string>()));
    const { glyphs, positions } = piece.face.font.layout(piece.text);
    // Glyphs that stand for no character of their own, or are moved away from where they come, are read wrongly.
    let same =
      glyphs.every((glyph) => glyph.codePoints.length > 0) && positions.every(({ xOffset }) => xOffset === 0);
    let spelled = '';
    for (const glyph of piece.level % 2 === 1 ? glyphs.toReversed() : glyphs) {
      const own = String.fromCodePoint(...glyph.codePoints);
      const first = read.get(glyph.id);
      if (first === undefined) read.set(glyph.id, own);
      else if (first !== own) same = false;
      spelled += own;
    }
    // Readers turn round whatever they find right to left: text to copy would come out backwards.
    return piece.level % 2 === 1 || (same && spelled === piece.reads);
  }

  /** Writes the footers and closes the file. */
  async finish(): Promise<Uint8Array> {
    const { doc } = this;
    const chunks: Uint8Array[] = [];
    const done = new Promise<void>((resolve, reject) => {
      doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      doc.on('end', resolve);
      doc.on('error', reject);
    });
    const { start, count } = doc.bufferedPageRange();
    const options = { size: 7.5, colour: QUIET, leading: 1.35 };
    const top = PAGE.height - MARGIN.bottom + 26;
    const footer = this.lines(this.facts.footer, { ...options, width: this.width - 90 });
    for (let index = 0; index < count; index += 1) {
      doc.switchToPage(start + index);
      this.y = top - 8;
      this.rule();
      footer.slice(0, 4).forEach((line, row) => {
        this.line({ ...line, rightToLeft: false }, top + row * lineHeight(options), options);
      });
      const [number] = this.lines(`Page ${index + 1} of ${count}`, options);
      this.line(number!, top, { ...options, x: this.left + this.width - number!.width });
    }
    doc.end();
    await done;
    return Buffer.concat(chunks);
  }
}

/** What the library keeps of a font it has taken into a file; its types leave it out. */
interface EmbeddedFont {
  id: string;
  ref(): unknown;
  encode(text: string): [glyphs: string[], positions: GlyphPosition[]];
}

/** In thousandths of the size. */
interface GlyphPosition {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}

type OpenDocument = PDFKit.PDFDocument & {
  _font: EmbeddedFont;
  addContent(content: string): void;
};

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
}

/** Shows glyphs from a point on: as few operators as kerning and shifted marks allow. */
function glyphOperators(
  [glyphs, positions]: [string[], GlyphPosition[]],
  x: number,
  y: number,
  size: number,
): string {
  const scale = size / 1000;
  const operators: string[] = [];
  let parts: string[] = [];
  let hex = '';
  let pen = x;
  const show = () => {
    if (hex) parts.push(`<${hex}>`);
    if (parts.length > 0) operators.push(`[${parts.join(' ')}] TJ`);
    parts = [];
    hex = '';
  };
  const moveTo = (toX: number, toY: number) => operators.push(`1 0 0 1 ${number(toX)} ${number(toY)} Tm`);
  moveTo(x, y);
  let shifted = false;
  glyphs.forEach((glyph, index) => {
    const position = positions[index]!;
    const apart = position.xOffset !== 0 || position.yOffset !== 0;
    if (apart || shifted) {
      show();
      moveTo(pen + position.xOffset * scale, y + position.yOffset * scale);
    }
    shifted = apart;
    hex += glyph;
    const kerning = position.advanceWidth - position.xAdvance;
    if (kerning !== 0 && !apart) {
      parts.push(`<${hex}> ${number(kerning)}`);
      hex = '';
    }
    pen += position.xAdvance * scale;
  });
  show();
  return operators.join(' ');
}

interface Group extends Piece {
  actual: string | null;
}

export function lineHeight(options: TextOptions): number {
  return (options.size ?? 10) * (options.leading ?? 1.42);
}
