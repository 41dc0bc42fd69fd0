import { drawOutline } from '#server/core/text/draw-outline.ts'
import { isPlainText, latinFile, plainRuns, type Weight } from '#server/core/text/font-files.ts'
import { directionOf, textOutline } from '#server/core/text/shaping.ts'

/** For digits and signs. */
export const latinFont = latinFile(400)

type TextStyle = { size?: number; weight?: Weight; colour?: string }
/** Points. Without a place, the text continues below the previous one. */
type TextBox = { x: number; y: number; width: number }

/**
 * Writes a text of any script. Line breaks become spaces, because texts that people typed are untrusted. `loadOutlines` must have
 * loaded the texts that are not plain.
 */
export function writeText(document: PDFKit.PDFDocument, text: string, style: TextStyle = {}, place?: TextBox): void {
  const { size = 10, weight = 400, colour = '#111111' } = style
  const line = text.replace(/\s+/g, ' ') || ' '
  const isPlain = isPlainText(line)
  if (!isPlain) writeOutlines(document, line, { size, weight, colour }, place)
  const runs = isPlain ? plainRuns(line, weight) : []
  for (const [n, run] of runs.entries()) {
    document.font(run.file).fontSize(size).fillColor(colour)
    const continued = n < runs.length - 1
    if (n === 0 && place) document.text(run.text, place.x, place.y, { width: place.width, continued })
    else document.text(run.text, { continued })
  }
}

/** A paragraph as outlines. It starts at the right if its language does. */
function writeOutlines(
  document: PDFKit.PDFDocument,
  text: string,
  { size, weight, colour }: Required<TextStyle>,
  place: TextBox | undefined,
): void {
  const { margins, width: pageWidth, height: pageHeight } = document.page
  const { x, y, width } = place ?? { x: margins.left, y: document.y, width: pageWidth - margins.left - margins.right }
  const direction = directionOf(text)
  const widthOf = (line: string) => (textOutline(line, weight, direction).width * size) / 1000
  const lineHeight = document.font(latinFile(weight)).fontSize(size).currentLineHeight(true)
  let top = y
  for (const line of linesOf(text, (words) => widthOf(words) <= width)) {
    if (!place && top + lineHeight > pageHeight - margins.bottom) {
      document.addPage()
      top = margins.top
    }
    const left = direction === 'rtl' ? x + width - widthOf(line) : x
    document.fillColor(colour)
    drawOutline(document, textOutline(line, weight, direction), line, { x: left, y: top + lineHeight * baseLine, size })
    top += lineHeight
  }
  document.x = x
  document.y = top
}

/** The height of the base line in a line of Noto Sans, from its top: ascent 1.069 of 1.362. */
const baseLine = 0.785

/** Divides a text at the ends of its words, in every script, and inside a word that is longer than a line. */
function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const words = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
    ({ segment }) => segment,
  )
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (line === '' || fits((line + part).trimEnd())) line += part
    else {
      lines.push(line.trimEnd())
      line = part.trimStart()
    }
  }
  for (const word of words) {
    if (fits(word)) add(word)
    else for (const { segment } of new Intl.Segmenter().segment(word)) add(segment)
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}
