import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PdfDocument } from './pdf.ts'

const { resolve } = createRequire(import.meta.url)
const subsets: Record<string, string> = JSON.parse(readFileSync(resolve('@fontsource/noto-sans/unicode.json'), 'utf8'))
const fileOf = (subset: string) => resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-400-normal.woff`)
/** Contains a box for letters that no font has. */
export const latin = fileOf('latin')

type Font = { file: string; ranges: [first: number, last: number][] }
/** Noto Sans has one file per script. The latin file is tried first. */
const fonts = Object.entries(subsets)
  .map(([subset, ranges]): Font => ({ file: fileOf(subset), ranges: ranges.split(',').map(rangeOf) }))
  .sort((a, b) => Number(b.file === latin) - Number(a.file === latin))

function rangeOf(words: string): Font['ranges'][number] {
  const [first, last = first] = words.slice('U+'.length).split('-')
  return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
}

type Run = { file: string; text: string }
/** A text as runs, each in a font that contains its letters. */
export type FittedText = { runs: (Run & { width: number })[]; size: number; width: number }

/** Letters are reduced to this scale before words are cut: 6 points are still readable. */
const smallestScale = 0.7
const ellipsis = '…'

/** Returns a line of text, reduced or cut to the available width. */
export function fitText(paper: PdfDocument, text: string, wanted: number, width: number): FittedText {
  const full = atSize(paper, text, wanted)
  if (full.width <= width) return full
  const size = wanted * Math.max(smallestScale, width / full.width)
  // A tolerance of a millionth of a millimetre: sums of lengths are not exact.
  const fits = (set: FittedText) => set.width <= width + 1e-6
  const smaller = atSize(paper, text, size)
  if (fits(smaller)) return smaller
  const letters = Array.from(text)
  const cut = (letterCount: number) => atSize(paper, letters.slice(0, letterCount).join('').trimEnd() + ellipsis, size)
  let [few, many] = [0, letters.length]
  while (many - few > 1) {
    const middle = (few + many) >> 1
    if (fits(cut(middle))) few = middle
    else many = middle
  }
  return cut(few)
}

function atSize(paper: PdfDocument, text: string, size: number): FittedText {
  const runs = runsOf(text).map((run) => ({
    ...run,
    width: paper.font(run.file).fontSize(size).widthOfString(run.text),
  }))
  return { runs, size, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

/** Minimizes font changes: a letter keeps the font of its neighbour if that font contains it. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let font: Font | undefined
  for (const letter of text) {
    const has = ({ ranges }: Font) => ranges.some(([first, last]) => first <= codeOf(letter) && codeOf(letter) <= last)
    const next: Font = font && has(font) ? font : (fonts.find(has) ?? fonts[0]!)
    if (next === font) runs.at(-1)!.text += letter
    else runs.push({ file: next.file, text: letter })
    font = next
  }
  return runs
}

const codeOf = (letter: string) => letter.codePointAt(0)!
