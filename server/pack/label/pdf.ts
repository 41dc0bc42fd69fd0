import PDFDocument from 'pdfkit'
import { printAtFullSize } from '#server/core/files/pdf-print.ts'
import { writeText } from '#server/core/files/pdf-text.ts'
import { loadOutlines } from '#server/core/text/shaping.ts'
import type { PackedProduct } from '#server/pack/service.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { printedSscc } from '#shared/gs1/sscc.ts'
import type { Pack } from '#shared/pack/contract.ts'
import { packLabelText } from '#shared/pack/label-text.ts'
import { type Barcode, plainBarcode, quietZone, ssccBarcode } from './code128.ts'

/** Points of 1/72 inch in a millimetre. */
const point = 72 / 25.4
/** A6, the usual size of logistic labels. */
const [width, height, margin] = [105 * point, 148 * point, 8 * point]
/** GS1 asks for modules of 0.495 to 0.94 mm and bars of at least 31.75 mm on the labels of logistic units. */
const [module, barHeight] = [0.5 * point, 32 * point]
/** Products that are named; the others are counted. */
const named = 6

type LabelContent = { pack: Pack; products: readonly PackedProduct[] }

/** The label of a case or pallet: what it is and contains above, the barcode with its digits below. */
export async function packLabel({ pack, products }: LabelContent, language: Language): Promise<Buffer> {
  const { sscc, identifier, kind, quantity, cases } = pack
  const say = packLabelText[language]
  const number = sscc ? printedSscc(sscc) : identifier
  const lines = products.slice(0, named).map(({ name, sku, count }) => `${count} × ${name} (${sku})`)
  const rest = products.length - named
  if (rest > 0) lines.push(fill(say.more, { count: rest }))
  await loadOutlines(lines, [400])
  const paper = new PDFDocument({
    size: [width, height],
    margin,
    displayTitle: true,
    lang: language === 'ruRU' ? 'ru' : 'en',
    info: { Title: `${say[kind]} ${number}`, Producer: 'Assay', Creator: 'Assay' },
  })
  printAtFullSize(paper)
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((settle) => paper.on('end', () => settle(Buffer.concat(chunks))))
  const packed = new Date(pack.packed_at).toLocaleDateString(languageTags[language], { timeZone: 'UTC' })
  writeText(paper, say[kind], { size: 20, weight: 700 })
  writeText(paper, fill(say[kind === 'case' ? 'codes' : 'cases'], { quantity, cases }), { size: 14 })
  writeText(paper, `${say.packed}: ${packed} · ${say.number}: ${identifier}`, { size: 9 })
  paper.moveDown(0.6)
  writeText(paper, say.contents, { size: 9, weight: 700 })
  // One line each: a long name must not push the barcode off the label.
  const lineWidth = width - 2 * margin
  for (const line of lines) {
    const top = paper.y
    paper.save().rect(margin, top, lineWidth, 13).clip()
    writeText(paper, line, { size: 9 }, { x: margin, y: top, width: 10 * lineWidth })
    paper.restore()
    paper.x = margin
    paper.y = top + 13
  }
  const top = height - margin - barHeight - 34
  writeText(
    paper,
    sscc ? say.sscc : say.internal,
    { size: 9, weight: 700 },
    { x: margin, y: top - 14, width: lineWidth },
  )
  drawBarcode(paper, sscc ? await ssccBarcode(sscc) : await plainBarcode(identifier), top)
  // No page may be added for the last line.
  paper.page.margins.bottom = 0
  writeText(paper, number, { size: 15, weight: 700 }, { x: margin, y: top + barHeight + 6, width: lineWidth })
  paper.end()
  return done
}

function drawBarcode(paper: PDFKit.PDFDocument, { modules, bars }: Barcode, top: number): void {
  const left = Math.max(quietZone * module, (width - modules * module) / 2)
  paper.save().fillColor('#000000')
  for (const { at, width: wide } of bars) paper.rect(left + at * module, top, wide * module, barHeight)
  paper.fill().restore()
}
