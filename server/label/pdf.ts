import PDFDocument from 'pdfkit'
import { printAtFullSize } from '#server/core/files/pdf-print.ts'
import { latinFile } from '#server/core/text/font-files.ts'
import type { Size } from '#shared/label/layout.ts'

export type PdfDocument = PDFKit.PDFDocument

/** Points of 1/72 inch in a millimetre. */
const point = 72 / 25.4

/** A PDF as a stream. `draw` yields after each page, which is then sent. Only one offset per object stays in memory. */
export async function* pdfFile(
  title: string,
  draw: (paper: PdfDocument) => AsyncIterable<void> | Iterable<void>,
): AsyncGenerator<Buffer> {
  const paper = new PDFDocument({
    autoFirstPage: false,
    font: latinFile(400),
    pdfVersion: '1.6',
    displayTitle: true,
    // All serial numbers differ, so caching layouts has no effect.
    fontLayoutCache: false,
    info: { Title: title, Producer: 'Assay', Creator: 'Assay' },
  })
  printAtFullSize(paper)
  for await (const _ of draw(paper)) {
    paper.flushPages()
    const page: Buffer | null = paper.read()
    if (page) yield page
  }
  paper.end()
  yield* paper
}

/** A page whose unit is a millimetre, with y running down from the upper left corner. */
export function addPage(paper: PdfDocument, { width, height }: Size): PdfDocument {
  return paper.addPage({ size: [width * point, height * point], margin: 0 }).scale(point)
}
