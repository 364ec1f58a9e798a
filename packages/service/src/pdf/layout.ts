import bidiFactory from 'bidi-js';
import type { Bidi } from 'bidi-js';
import { faceFor, hanOrder, primaryFace } from './fonts.ts';
import type { Face, Style } from './fonts.ts';

/** Text of one style inside a paragraph. */
export interface Span {
  text: string;
  style: Style;
  colour?: string;
  /** How much larger than what surrounds it. */
  scale?: number;
}

/** A word, or the space between two, in one font. */
export interface Piece {
  face: Face;
  /** As it is given to the font: brackets in right-to-left text are mirrored. */
  text: string;
  /** As it reads. */
  reads: string;
  bold: boolean;
  colour: string | undefined;
  scale: number;
  /** Odd: right to left. */
  level: number;
  width: number;
}

export interface Line {
  /** From left to right. */
  pieces: Piece[];
  width: number;
  /** The paragraph reads from right to left and stands at the right margin. */
  rightToLeft: boolean;
}

// Its types describe an ES module; what Node loads is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u202b\u202e\u2067]/u;
/** Scripts without spaces between words: a dictionary says where a word ends. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Scripts in which a line may end after nearly every character. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
const NOT_AT_LINE_START =
  /^[)\]}»’”、。，．・：；？！ー）」』】〉》〕ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞ%,.:;!?…]/u;
const NOT_AT_LINE_END = /[([{«‘“（「『【〈《〔￥＄]$/u;
/** What a line may end at; a no-break space is part of its word. */
const SPACE = /[ \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+|\u200b/u;
const TOKENS = new RegExp(`(${SPACE.source})|[^ \\u1680\\u2000-\\u2006\\u2008-\\u200b\\u205f\\u3000]+`, 'gu');
const PLAIN = /^[\x20-\x7e]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const dictionaryWords = new Intl.Segmenter('th', { granularity: 'word' });

/** What a value may hold and no page can show is taken out; tabs are spaces, every kind of line end is one. */
export function printable(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}|[\u00ad\ufeff]/gu, '');
}

/** Sets spans in lines of at most `width` points. Words are broken only where one alone is wider than a line. */
export function layOut(spans: Span[], size: number, width: number): Line[] {
  return hardLines(spans).flatMap((line) => layOutParagraph(line, size, width));
}

function hardLines(spans: Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    const [first = '', ...others] = printable(span.text).split('\n');
    lines.at(-1)!.push({ ...span, text: first });
    for (const text of others) lines.push([{ ...span, text }]);
  }
  return lines;
}

/** A stretch between two places where a line may end, or the space there. */
interface Token {
  pieces: Piece[];
  width: number;
  space: boolean;
}

function layOutParagraph(spans: Span[], size: number, width: number): Line[] {
  const text = spans.map((span) => span.text).join('');
  const setter = new Setter(spans, text, size);
  const lines: Line[] = [];
  let current: Token[] = [];
  let used = 0;
  const finish = () => {
    while (current.at(-1)?.space && current.length > 1) current.pop();
    lines.push(setter.line(current));
    current = [];
    used = 0;
  };
  for (const token of setter.tokens()) {
    if (token.space) {
      // A space that a line ends with is not carried to the next.
      if (current.length > 0 || lines.length === 0) {
        current.push(token);
        used += token.width;
      }
      continue;
    }
    if (used + token.width <= width) {
      current.push(token);
      used += token.width;
      continue;
    }
    if (current.some(({ space }) => !space)) finish();
    else {
      current = [];
      used = 0;
    }
    if (token.width <= width) {
      current = [token];
      used = token.width;
      continue;
    }
    const parts = setter.broken(token, width);
    for (const part of parts.slice(0, -1)) {
      current = [part];
      finish();
    }
    current = parts.slice(-1);
    used = current[0]?.width ?? 0;
  }
  finish();
  return lines;
}

class Setter {
  private readonly text: string;
  private readonly size: number;
  private readonly ends: { end: number; span: Span }[] = [];
  private readonly han: string[];
  private readonly levels: Uint8Array | null;
  private readonly mirrored: Map<number, string>;
  private readonly baseLevel: number;

  constructor(spans: Span[], text: string, size: number) {
    this.text = text;
    this.size = size;
    let end = 0;
    for (const span of spans) this.ends.push({ end: (end += span.text.length), span });
    this.han = hanOrder(text);
    const embedding = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, 'auto') : null;
    this.levels = embedding?.levels ?? null;
    this.baseLevel = embedding?.paragraphs[0]?.level ?? 0;
    this.mirrored = embedding
      ? bidi.getMirroredCharactersMap(text, embedding.levels)
      : new Map<number, string>();
  }

  *tokens(): Generator<Token> {
    for (const match of this.text.matchAll(TOKENS)) {
      const start = match.index;
      if (match[1] !== undefined) {
        yield this.token(start, match[0], true);
        continue;
      }
      let from = start;
      for (const word of wordsOf(match[0])) {
        yield this.token(from, word, false);
        from += word.length;
      }
    }
  }

  private token(start: number, text: string, space: boolean): Token {
    // A zero-width space is a place to break, nothing to draw.
    const pieces = text === '\u200b' ? [] : this.pieces(start, text);
    return { pieces, width: sum(pieces), space };
  }

  private pieces(start: number, text: string): Piece[] {
    const { end, span } = this.spanAt(start);
    if (!this.levels && start + text.length <= end && PLAIN.test(text)) {
      return [this.piece(primaryFace(span.style), text, text, span, 0)];
    }
    const pieces: Piece[] = [];
    let run: { face: Face | null; text: string; reads: string; span: Span; level: number } | null = null;
    const close = () => {
      if (run) pieces.push(this.finished(run));
      run = null;
    };
    for (const { segment, index } of graphemes.segment(text)) {
      const at = start + index;
      const inSpan = this.spanAt(at).span;
      const level = this.levels?.[at] ?? 0;
      for (const cluster of this.drawable(segment, inSpan.style)) {
        const shown = this.mirrored.get(at) ?? cluster.text;
        if (
          run &&
          run.face === cluster.face &&
          run.face !== null &&
          run.span.style === inSpan.style &&
          run.span.colour === inSpan.colour &&
          run.span.scale === inSpan.scale &&
          run.level === level
        ) {
          run.text += shown;
          run.reads += cluster.text;
        } else {
          close();
          run = { face: cluster.face, text: shown, reads: cluster.text, span: inSpan, level };
        }
      }
    }
    close();
    return pieces;
  }

  /** A cluster in the font that has all of it, or its characters each in the font that has it. */
  private drawable(cluster: string, style: Style): { face: Face | null; text: string }[] {
    const whole = faceFor(cluster, style, this.han);
    if (whole || [...cluster].length === 1) return [{ face: whole, text: cluster }];
    return [...cluster].map((character) => ({ face: faceFor(character, style, this.han), text: character }));
  }

  private finished(run: {
    face: Face | null;
    text: string;
    reads: string;
    span: Span;
    level: number;
  }): Piece {
    const { span, level } = run;
    if (!run.face) {
      // No font has it: its number says more than an empty box.
      const number = `[U+${run.reads.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
      return this.piece(primaryFace('regular'), number, run.reads, span, 0);
    }
    if (level % 2 === 1 && !RIGHT_TO_LEFT.test(run.text)) {
      // Fonts turn right-to-left words round by themselves, but not punctuation that stands alone; and programs that
      // read a page take such punctuation as it looks.
      const turned = [...run.text].reverse().join('');
      return this.piece(run.face, turned, run.text, span, level);
    }
    if (level % 2 === 0 && run.face.font.layout(run.text).direction === 'rtl') {
      // Numbers in Arabic digits read from left to right, although their script does not.
      return this.piece(run.face, [...run.text].reverse().join(''), run.reads, span, level);
    }
    return this.piece(run.face, run.text, run.reads, span, level);
  }

  private piece(face: Face, text: string, reads: string, span: Span, level: number): Piece {
    return {
      face,
      text,
      reads,
      bold: span.style === 'bold',
      colour: span.colour,
      scale: span.scale ?? 1,
      level,
      width: this.widthOf(face, text, span.scale ?? 1),
    };
  }

  private widthOf({ font }: Face, text: string, scale: number): number {
    return (font.layout(text).advanceWidth * this.size * scale) / font.unitsPerEm;
  }

  private spanAt(index: number): { end: number; span: Span } {
    return this.ends.find(({ end }) => index < end) ?? this.ends.at(-1)!;
  }

  /** Breaks a token that is wider than a line between characters. */
  broken(token: Token, width: number): Token[] {
    const parts: Token[] = [];
    let pieces: Piece[] = [];
    let used = 0;
    const close = () => {
      if (pieces.length > 0) parts.push({ pieces, width: sum(pieces), space: false });
      pieces = [];
      used = 0;
    };
    for (const piece of token.pieces) {
      if (used + piece.width <= width) {
        pieces.push(piece);
        used += piece.width;
        continue;
      }
      // Mirrored or escaped text cannot be cut where it reads.
      if (piece.text !== piece.reads) {
        close();
        pieces = [piece];
        used = piece.width;
        continue;
      }
      let taken: string[] = [];
      const take = () => {
        if (taken.length > 0) pieces.push(this.resized(piece, taken.join('')));
        taken = [];
      };
      for (const { segment } of graphemes.segment(piece.text)) {
        const advance = this.widthOf(piece.face, segment, piece.scale);
        if (used + advance > width && used > 0) {
          // A hyphen at the end of a line would read as one that the line break put there.
          const kept = taken.length > 1 && taken.at(-1) === '-' ? taken.splice(-1) : [];
          take();
          close();
          taken = kept;
          used = kept.length > 0 ? advance : 0;
        }
        taken.push(segment);
        used += advance;
      }
      take();
    }
    close();
    return parts;
  }

  private resized(piece: Piece, text: string): Piece {
    return { ...piece, text, reads: text, width: this.widthOf(piece.face, text, piece.scale) };
  }

  line(tokens: Token[]): Line {
    const pieces = tokens.flatMap((token) => token.pieces);
    const width = sum(pieces);
    const rightToLeft = this.baseLevel % 2 === 1;
    return { pieces: this.levels ? visualOrder(pieces) : pieces, width, rightToLeft };
  }
}

function sum(pieces: Piece[]): number {
  return pieces.reduce((total, { width }) => total + width, 0);
}

/** Splits a stretch without spaces where a line may end inside it. */
function wordsOf(stretch: string): string[] {
  if (PLAIN.test(stretch)) return [stretch];
  const units = UNSPACED.test(stretch)
    ? [...dictionaryWords.segment(stretch)].map(({ segment }) => segment)
    : IDEOGRAPHIC.test(stretch)
      ? [...graphemes.segment(stretch)].map(({ segment }) => segment)
      : [stretch];
  const words: string[] = [];
  for (const unit of units) {
    const before = words.at(-1);
    if (before === undefined || mayEndBetween(before, unit)) words.push(unit);
    else words[words.length - 1] = before + unit;
  }
  return words;
}

function mayEndBetween(before: string, after: string): boolean {
  if (NOT_AT_LINE_START.test(after) || NOT_AT_LINE_END.test(before)) return false;
  if (UNSPACED.test(before) && UNSPACED.test(after)) return true;
  return IDEOGRAPHIC.test(after[0]!) || IDEOGRAPHIC.test(before.at(-1)!) || isWide(before, after);
}

/** Ideographs outside the Basic Multilingual Plane take two code units. */
function isWide(before: string, after: string): boolean {
  return IDEOGRAPHIC.test([...after][0]!) || IDEOGRAPHIC.test([...before].at(-1)!);
}

/** Rule L2 of the Unicode bidirectional algorithm, on pieces: each has one level. */
function visualOrder(pieces: Piece[]): Piece[] {
  const order = [...pieces];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      if (order[from]!.level < level) continue;
      let to = from;
      while (to + 1 < order.length && order[to + 1]!.level >= level) to += 1;
      const turned = order.slice(from, to + 1).reverse();
      order.splice(from, turned.length, ...turned);
      from = to;
    }
  }
  return order;
}
