import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { type FontChooser, fontChooser, isPlainText, type Weight } from './font-files.ts'

/** A text as outlines of glyphs: an SVG path in thousandths of the font size, y running down from the base line. */
export type Outline = { path: string; width: number }
type TextDirection = 'ltr' | 'rtl'

type HarfBuzz = typeof import('harfbuzzjs')
type Font = InstanceType<HarfBuzz['Font']>
/** The order of letters (Unicode Bidirectional Algorithm, UAX #9), and the glyphs of a run (HarfBuzz). */
type Shaper = { hb: HarfBuzz; bidi: ReturnType<typeof import('bidi-js').default> }

type LoadedFont = { font: Font; letters: ReadonlySet<number> }

let shaper: Shaper | undefined
/** By weight and file: a variable font has one file for all weights. */
const fonts = new Map<string, LoadedFont>()
const fontOf = (file: string, weight: Weight) => fonts.get(`${weight} ${file}`)
const chooserOf = (text: string, weight: Weight) =>
  fontChooser(text, weight, (file, letter) => fontOf(file, weight)?.letters.has(letter.codePointAt(0)!) === false)

/**
 * Loads what the outlines of these texts need. Few texts do, so libraries and fonts are loaded with the first one. Plain texts are
 * written as letters and need nothing, unless `plainToo` is set.
 */
export async function loadOutlines(
  texts: readonly string[],
  weights: readonly Weight[] = [400],
  { plainToo = false } = {},
): Promise<void> {
  const wanted = plainToo ? texts : texts.filter((text) => !isPlainText(text))
  if (wanted.length === 0) return
  shaper ??= { hb: await import('harfbuzzjs'), bidi: (await import('bidi-js')).default() }
  for (const text of wanted) for (const weight of weights) await loadFonts(shaper.hb, text, weight)
}

async function loadFonts(hb: HarfBuzz, text: string, weight: Weight): Promise<void> {
  const choose = chooserOf(text, weight)
  for (const letter of new Set(` ${text}${text.normalize('NFKC')}`)) {
    // A file that lacks the letter is not chosen again.
    for (let file = choose(letter); file !== undefined && !fontOf(file, weight); file = choose(letter)) {
      fonts.set(`${weight} ${file}`, await openFont(hb, file, weight))
    }
  }
}

async function openFont({ Blob, Face, Font, Variation }: HarfBuzz, file: string, weight: Weight): Promise<LoadedFont> {
  const { decompress } = await import('wawoff2')
  const face = new Face(new Blob(Uint8Array.from(await decompress(await readFile(file))).buffer))
  const font = new Font(face)
  font.setVariations([new Variation('wght', weight)])
  return { font, letters: new Set(face.collectUnicodes()) }
}

/** Texts that people typed are one line. Characters without a picture, such as joiners, stay only if a font uses them. */
const visible = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')
const isIgnorable = (letter: string) => /\p{Default_Ignorable_Code_Point}/u.test(letter)

/** Letters of a text that no font has: they are printed as boxes. */
export async function missingLetters(text: string): Promise<string[]> {
  if (isPlainText(text)) return []
  await loadOutlines([text])
  const choose = chooserOf(text, 400)
  const letters = Array.from(withFonts(visible(text), choose))
  return [...new Set(letters.filter((letter) => !isIgnorable(letter) && choose(letter) === undefined))]
}

/** A letter that no font has is replaced by its compatible form if fonts have that: 𝔊 by G (NFKC, UAX #15). */
function withFonts(text: string, choose: FontChooser): string {
  const replaced = (letter: string) => {
    const compatible = letter.normalize('NFKC')
    return choose(letter) === undefined && Array.from(compatible).every(choose) ? compatible : letter
  }
  return Array.from(text, replaced).join('')
}

/** The direction of a text, which is that of its first letter with one. */
export function directionOf(text: string): TextDirection {
  const level = shaper?.bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0
  return level % 2 === 1 ? 'rtl' : 'ltr'
}

const recent = new LRUCache<string, Outline>({ max: 200 })

/** The outlines of one line. `loadOutlines` must have loaded its text. */
export function textOutline(text: string, weight: Weight = 400, direction: TextDirection = directionOf(text)): Outline {
  const key = JSON.stringify([text, weight, direction])
  const known = recent.get(key)
  if (known) return known
  const drawn = draw(withFonts(visible(text), chooserOf(text, weight)), weight, direction)
  recent.set(key, drawn)
  return drawn
}

type Run = { text: string; file: string; start: number; level: number }

function draw(text: string, weight: Weight, direction: TextDirection): Outline {
  if (!shaper) throw new Error('loadOutlines was not called')
  const { bidi } = shaper
  const embedding = bidi.getEmbeddingLevels(text, direction)
  // Where each letter stands when all runs are in visual order.
  const places: number[] = []
  for (const [place, index] of bidi.getReorderedIndices(text, embedding).entries()) places[index] = place
  const runs = runsOf(text, weight, embedding.levels).toSorted(
    (one, other) => places[one.start]! - places[other.start]!,
  )
  const paths: string[] = []
  let width = 0
  for (const run of runs) {
    const { path, width: runWidth } = shape(shaper, run, weight, width)
    paths.push(path)
    width += runWidth
  }
  return { path: paths.join(''), width }
}

/** Runs of one font and one direction, in the order of reading. */
function runsOf(text: string, weight: Weight, levels: Uint8Array): Run[] {
  const choose = chooserOf(text, weight)
  const fallback = choose(' ')!
  const runs: Run[] = []
  let start = 0
  for (const letter of text) {
    const last = runs.at(-1)
    const chosen = choose(letter)
    // A joiner that no font has changes nothing; a letter that no font has becomes a box.
    if (chosen !== undefined || !isIgnorable(letter)) {
      const file = chosen ?? fallback
      const level = levels[start]!
      if (last && last.file === file && last.level === level) last.text += letter
      else runs.push({ text: letter, file, start, level })
    }
    start += letter.length
  }
  return runs
}

function shape({ hb }: Shaper, { text, file, level }: Run, weight: Weight, left: number): Outline {
  const font = fontOf(file, weight)?.font
  if (!font) throw new Error(`loadOutlines was not called for ${text}`)
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR)
  hb.shape(font, buffer)
  const scale = 1000 / font.face.upem
  const positions = buffer.getGlyphPositions()
  let pen = 0
  const paths = buffer.getGlyphInfos().map(({ codepoint: glyph }, at) => {
    const { xAdvance, xOffset, yOffset } = positions[at]!
    const path = moved(font.glyphToPath(glyph), scale, left + (pen + xOffset) * scale, -yOffset * scale)
    pen += xAdvance
    return path
  })
  return { path: paths.join(''), width: pen * scale }
}

/** Moves and scales a path, and turns it upside down: fonts count from the base line upwards. */
const moved = (path: string, scale: number, x: number, y: number) =>
  path.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, px, py) => `${round(x + px * scale)},${round(y - py * scale)}`)
const round = (length: number) => Math.round(length * 10) / 10
