import { isPlainText, type PlainRun, plainRuns } from '#server/core/text/font-files.ts'
import { type Outline, textOutline } from '#server/core/text/shaping.ts'
import type { PdfDocument } from './pdf.ts'

/** A line of text at its size in the unit of the page: runs of letters, or outlines of a script that PDFKit does not draw. */
export type FittedText = { size: number; width: number; text: string } & (
  | { runs: (PlainRun & { width: number })[] }
  | { outline: Outline }
)

/** Letters are reduced to this scale before words are cut: 6 points are still readable. */
const smallestScale = 0.7
const ellipsis = '…'

/** Letters of a serial number (mm), about 4 points: a small number is better than a part of it. */
const smallestSerial = 1.4

/**
 * Returns a line of text, reduced or cut to the available width. `loadOutlines` must have loaded the text. A serial number is made smaller
 * than words, and then loses its first letters: the last ones tell the items of an order apart.
 */
export function fitText(
  paper: PdfDocument,
  text: string,
  { size: wanted, width, isSerial = false }: { size: number; width: number; isSerial?: boolean },
): FittedText {
  const full = atSize(paper, text, wanted)
  if (full.width <= width) return full
  const smallest = isSerial ? Math.min(smallestScale, smallestSerial / wanted) : smallestScale
  const size = wanted * Math.max(smallest, width / full.width)
  // A tolerance of a millionth of a millimetre: sums of lengths are not exact.
  const fits = (set: FittedText) => set.width <= width + 1e-6
  const smaller = atSize(paper, text, size)
  if (fits(smaller)) return smaller
  // A letter with its marks, or an emoji of several characters, is cut as a whole.
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  const cut = (count: number) => {
    const kept = isSerial
      ? ellipsis +
        letters
          .slice(letters.length - count)
          .join('')
          .trimStart()
      : letters.slice(0, count).join('').trimEnd() + ellipsis
    return atSize(paper, kept, size)
  }
  let [few, many] = [0, letters.length]
  while (many - few > 1) {
    const middle = (few + many) >> 1
    if (fits(cut(middle))) few = middle
    else many = middle
  }
  return cut(few)
}

function atSize(paper: PdfDocument, text: string, size: number): FittedText {
  if (!isPlainText(text)) {
    const outline = textOutline(text)
    return { text, size, width: (outline.width * size) / 1000, outline }
  }
  const runs = plainRuns(text, 400).map((run) => ({
    ...run,
    width: paper.font(run.file).fontSize(size).widthOfString(run.text),
  }))
  return { text, runs, size, width: runs.reduce((sum, run) => sum + run.width, 0) }
}
