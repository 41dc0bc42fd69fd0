import type { Outline } from './shaping.ts'

/** The place and size of a text: the left end of its base line, in the unit of the page. */
type OutlinePlace = { x: number; y: number; size: number }

/** Draws the outlines of a text, and gives readers its letters: they can be copied and read aloud (PDF 1.7, 14.9.4). */
export function drawOutline(
  paper: PDFKit.PDFDocument,
  { path }: Outline,
  text: string,
  { x, y, size }: OutlinePlace,
): void {
  paper.markContent('Span', { actual: text })
  paper
    .save()
    .translate(x, y)
    .scale(size / 1000)
  // As one piece of content: PDFKit keeps each step of a path in a separate buffer.
  paper.addContent(pdfPath(path)).fill().restore()
  paper.endMarkedContent()
}

/** The operators of PDF for an SVG path with absolute commands. PDF has no quadratic curve. */
function pdfPath(path: string): string {
  let [x, y] = [0, 0]
  const operators = Array.from(path.matchAll(/([MLQCZ])([^MLQCZ]*)/g), ([, command, words]) => {
    const numbers = (words!.match(/-?[\d.]+/g) ?? []).map(Number)
    const from = [x, y] as const
    ;[x, y] = [numbers.at(-2) ?? x, numbers.at(-1) ?? y]
    switch (command) {
      case 'M':
        return `${x} ${y} m`
      case 'L':
        return `${x} ${y} l`
      case 'Q': {
        const [controlX, controlY] = numbers as [number, number]
        const towards = (end: number, control: number) => Math.round((end + (2 / 3) * (control - end)) * 10) / 10
        const first = [towards(from[0], controlX), towards(from[1], controlY)]
        return `${[...first, towards(x, controlX), towards(y, controlY), x, y].join(' ')} c`
      }
      case 'C':
        return `${numbers.join(' ')} c`
      default:
        return 'h'
    }
  })
  return `${operators.join(' ')}\n`
}
