import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

export type Weight = 400 | 700
/** A part of a font with some scripts, as Fontsource divides fonts: the letters of its file, and the file of each weight. */
type Subset = { has(letter: string): boolean; file(weight: Weight, format?: 'woff' | 'woff2'): string }

const mainFont = 'noto-sans'
/** Han characters look different in each language, so each has a font of its own. */
const eastAsian = { chinese: 'noto-sans-sc', japanese: 'noto-sans-jp', korean: 'noto-sans-kr' }
const scripts = [
  ...['arabic', 'hebrew', 'thai', 'lao', 'khmer', 'myanmar', 'bengali', 'gujarati', 'gurmukhi', 'kannada'],
  ...['malayalam', 'sinhala', 'tamil', 'telugu', 'armenian', 'ethiopic', 'georgian'],
].map((script) => `noto-sans-${script}`)
const others = ['noto-serif-tibetan', 'noto-emoji', 'noto-sans-symbols', 'noto-sans-symbols-2']
/** Not variable: a file for each weight. Only the main font has a bold one. */
const staticFonts = new Set([mainFont, 'noto-sans-symbols-2'])
/** Subsets of all fonts whose letters the main font has. */
const repeated = new Set(['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'])

const loaded = new Map<string, Subset[]>()

/** The subsets of a font, which are read when a text first needs them. */
function subsetsOf(name: string): Subset[] {
  const known = loaded.get(name)
  if (known) return known
  const source = `${staticFonts.has(name) ? '@fontsource' : '@fontsource-variable'}/${name}`
  const listed: Record<string, string> = JSON.parse(readFileSync(resolve(`${source}/unicode.json`), 'utf8'))
  const subsets = Object.entries(listed)
    .filter(([subset]) => name === mainFont || !repeated.has(subset))
    .map(([subset, words]): Subset => {
      const ranges = words.split(',').map(rangeOf)
      const stem = `${source}/files/${name}-${subset.replace(/[[\]]/g, '')}`
      const weightOf = (weight: Weight) => (staticFonts.has(name) ? (name === mainFont ? weight : 400) : 'wght')
      return {
        has: (letter) => ranges.some(([first, last]) => first <= codeOf(letter) && codeOf(letter) <= last),
        file: (weight, format = 'woff2') => resolve(`${stem}-${weightOf(weight)}-normal.${format}`),
      }
    })
  loaded.set(name, subsets)
  return subsets
}

const codeOf = (letter: string) => letter.codePointAt(0)!

function rangeOf(words: string): [first: number, last: number] {
  const [first, last = first] = words.trim().slice('U+'.length).split('-')
  return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
}

/** Kana are Japanese and hangul is Korean; other Han characters are taken as Chinese. */
function fontsFor(text: string): string[] {
  const { chinese, japanese, korean } = eastAsian
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const first = isJapanese ? japanese : /\p{Script=Hangul}/u.test(text) ? korean : chinese
  return [mainFont, ...scripts, ...others, first, chinese, japanese, korean]
}

/** The file of the Latin letters for PDFKit, which cannot embed WOFF2. It contains a box for letters that no font has. */
export const latinFile = (weight: Weight): string =>
  resolve(`@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`)

/** Chooses the font file of each letter of a text; undefined for a letter that none has. */
export type FontChooser = (letter: string) => string | undefined

/** @param lacks whether a file is known to lack a letter: packages also list letters that their files do not have */
export function fontChooser(
  text: string,
  weight: Weight,
  lacks: (file: string, letter: string) => boolean,
): FontChooser {
  const fonts = fontsFor(text)
  return (letter) => {
    for (const name of fonts) {
      for (const subset of subsetsOf(name)) {
        if (subset.has(letter) && !lacks(subset.file(weight), letter)) return subset.file(weight)
      }
    }
    return undefined
  }
}

/** Letters that change with their neighbours, or that run from right to left. */
const complex = /[\p{Script=Devanagari}\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** Whether the letters of Noto Sans, one after another, are the right picture of a text: Latin, Cyrillic and Greek. */
export const isPlainText = (text: string): boolean =>
  !complex.test(text) && Array.from(text).every((letter) => subsetsOf(mainFont).some((subset) => subset.has(letter)))

export type PlainRun = { file: string; text: string }

/** A plain text as runs, each in a file that contains its letters. A letter keeps the file of its neighbour if it can. */
export function plainRuns(text: string, weight: Weight): PlainRun[] {
  const runs: PlainRun[] = []
  let current: Subset | undefined
  for (const letter of text) {
    const next = current?.has(letter) ? current : subsetsOf(mainFont).find((subset) => subset.has(letter))
    const file = next?.file(weight, 'woff') ?? latinFile(weight)
    if (runs.at(-1)?.file === file) runs.at(-1)!.text += letter
    else runs.push({ file, text: letter })
    current = next
  }
  return runs
}
