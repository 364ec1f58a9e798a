import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import type { Font, Glyph, GlyphRun } from 'fontkit';
import { fileBesideEntry, packageFile } from './assets.ts';
import { unpackWoff } from './woff.ts';

export type Style = 'regular' | 'bold' | 'italic' | 'script';

/** One font file as it is drawn with. */
export interface Face {
  name: string;
  font: Font;
  /** The file has no bold cut: the outlines are stroked a little where bold is asked for. */
  embolden: boolean;
}

const GOOGLE = '@expo-google-fonts';

const FILES: Record<string, () => string> = {
  Arimo: () => packageFile(`${GOOGLE}/arimo`, '400Regular/Arimo_400Regular.ttf'),
  'Arimo-Bold': () => packageFile(`${GOOGLE}/arimo`, '700Bold/Arimo_700Bold.ttf'),
  'Arimo-Italic': () => packageFile(`${GOOGLE}/arimo`, '400Regular_Italic/Arimo_400Regular_Italic.ttf'),
  Caveat: () => packageFile(`${GOOGLE}/caveat`, '500Medium/Caveat_500Medium.ttf'),
  Hind: () => packageFile(`${GOOGLE}/hind`, '400Regular/Hind_400Regular.ttf'),
  'Hind-Bold': () => packageFile(`${GOOGLE}/hind`, '700Bold/Hind_700Bold.ttf'),
  Thai: () => packageFile(`${GOOGLE}/noto-sans-thai`, '400Regular/NotoSansThai_400Regular.ttf'),
  'Thai-Bold': () => packageFile(`${GOOGLE}/noto-sans-thai`, '700Bold/NotoSansThai_700Bold.ttf'),
  Arabic: () => fileBesideEntry('@embedpdf/fonts-arabic', '../fonts/NotoNaskhArabic-Regular.ttf'),
  'Arabic-Bold': () => fileBesideEntry('@embedpdf/fonts-arabic', '../fonts/NotoNaskhArabic-Bold.ttf'),
  Japanese: () => packageFile(`${GOOGLE}/sawarabi-gothic`, '400Regular/SawarabiGothic_400Regular.ttf'),
  Chinese: () => packageFile(`${GOOGLE}/zcool-xiaowei`, '400Regular/ZCOOLXiaoWei_400Regular.ttf'),
  Korean: () => packageFile(`${GOOGLE}/nanum-gothic`, '400Regular/NanumGothic_400Regular.ttf'),
  'Korean-Bold': () => packageFile(`${GOOGLE}/nanum-gothic`, '700Bold/NanumGothic_700Bold.ttf'),
  // Every character of the Basic Multilingual Plane and the emoji, drawn on a coarse grid: the last resort, so that a
  // name in a script nobody thought of is still legible.
  Everything: () => packageFile('@fontsource/unifontex', 'files/unifontex-latin-400-normal.woff'),
};

const EMBOLDENED = new Set(['Japanese', 'Chinese', 'Everything']);

/**
 * Where a character is looked for, in this order. Han characters are shared between languages: which of the three
 * East Asian fonts comes first depends on the text (see `hanOrder`).
 */
const FALLBACK: Record<Style, string[]> = {
  regular: ['Arimo', 'Arabic', 'Hind', 'Thai', 'HAN', 'Everything'],
  bold: ['Arimo-Bold', 'Arabic-Bold', 'Hind-Bold', 'Thai-Bold', 'HAN', 'Everything'],
  italic: ['Arimo-Italic', 'Arimo', 'Arabic', 'Hind', 'Thai', 'HAN', 'Everything'],
  script: ['Caveat', 'Arimo-Italic', 'Arimo', 'Arabic', 'Hind', 'Thai', 'HAN', 'Everything'],
};

const faces = new Map<string, Face>();

export function face(name: string): Face {
  let found = faces.get(name);
  if (!found) {
    const file = FILES[name];
    if (!file) throw new Error(`No font ${name}`);
    found = { name, font: withShapes(withOwnCodePoints(open(file()))), embolden: EMBOLDENED.has(name) };
    faces.set(name, found);
  }
  return found;
}

function open(path: string): Font {
  const file = readFileSync(path);
  return fontkit.create(path.endsWith('.woff') ? unpackWoff(file) : file) as Font;
}

/**
 * fontkit keeps one glyph object per glyph, with the characters it was first used for. Two characters can share a glyph
 * (space and no-break space, for instance): the first document drawn in a process would then decide what can be copied
 * out of every later one.
 */
function withOwnCodePoints(font: Font): Font {
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id: number, codePoints: number[] = []): Glyph => {
    const shared = glyphOf(id, codePoints);
    if (sameNumbers(shared.codePoints, codePoints)) return shared;
    return Object.create(shared, {
      codePoints: { value: codePoints, writable: true },
    }) as Glyph;
  };
  return font;
}

/** Enough for the words of many documents; then the memory is given back. */
const REMEMBERED_SHAPES = 4000;

/**
 * Remembers how words are shaped, for every document of the process. The PDF library scales positions where they stand,
 * so each caller gets its own copies.
 */
function withShapes(font: Font): Font {
  const shape = font.layout.bind(font);
  const shapes = new Map<string, GlyphRun>();
  font.layout = (text: string, ...rest: unknown[]): GlyphRun => {
    if (rest.some((argument) => argument !== undefined))
      return (shape as (...all: unknown[]) => GlyphRun)(text, ...rest);
    let run = shapes.get(text);
    if (!run) {
      run = shape(text);
      if (shapes.size >= REMEMBERED_SHAPES) shapes.clear();
      if (text.length < 100) shapes.set(text, run);
    }
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.create(run, {
      positions: { value: positions },
      advanceWidth: { get: () => positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) },
    }) as GlyphRun;
  };
  return font;
}

function sameNumbers(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** Characters that have no shape of their own; a font that lacks them is still the right one for their neighbours. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** The order of the East Asian fonts for a text: the one that holds most of its characters first. */
export function hanOrder(text: string): string[] {
  const order = ['Japanese', 'Chinese', 'Korean'];
  if (!/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return order;
  const held = new Map(
    order.map((name) => {
      const { font } = face(name);
      let count = 0;
      for (const character of new Set(text))
        if (font.hasGlyphForCodePoint(character.codePointAt(0)!)) count += 1;
      return [name, count] as const;
    }),
  );
  return order.toSorted((a, b) => held.get(b)! - held.get(a)!);
}

/** The first face, in the order of the style, that has every visible character of the cluster; null if none has. */
export function faceFor(cluster: string, style: Style, han: string[]): Face | null {
  const visible = [...cluster].filter((character) => !INVISIBLE.test(character));
  for (const entry of FALLBACK[style]) {
    for (const name of entry === 'HAN' ? han.map((one) => cut(one, style)) : [entry]) {
      const candidate = face(name);
      if (visible.every((character) => candidate.font.hasGlyphForCodePoint(character.codePointAt(0)!)))
        return candidate;
    }
  }
  return null;
}

function cut(name: string, style: Style): string {
  return style === 'bold' && name === 'Korean' ? 'Korean-Bold' : name;
}

/** The face a style is named for: it sets the line height and draws spaces. */
export function primaryFace(style: Style): Face {
  return face(FALLBACK[style][0]!);
}

/** Names of every face, for registering them with a PDF. */
export const FACE_NAMES: readonly string[] = Object.keys(FILES);
