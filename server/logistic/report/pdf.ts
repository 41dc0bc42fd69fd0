import { writeText } from '#server/core/files/pdf-text.ts'
import { loadOutlines } from '#server/core/text/shaping.ts'
import { downsample } from '#server/logistic/log/downsample.ts'
import { maxChartPoints } from '#shared/sensor/contract.ts'
import { drawChart } from './chart.ts'
import { type ReportContent, type ReportInput, reportContent } from './content.ts'

type Paper = PDFKit.PDFDocument
/** Points: A4 with a margin of 20 mm. */
const [margin, right, bottom] = [56, 539, 770]
const width = right - margin
const [chartHeight, rowHeight, factHeight] = [150, 17, 30]
const grey = '#555555'

/** The cold-chain report of a shipment. */
export async function reportPdf(input: ReportInput): Promise<Buffer> {
  // Few merchants make reports, so the library is loaded with the first one.
  const { default: PDFDocument } = await import('pdfkit')
  const content = reportContent(input)
  const paper = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    displayTitle: true,
    lang: input.language === 'ruRU' ? 'ru' : 'en',
    info: {
      Title: `${content.title} · ${content.heading}`,
      CreationDate: input.at,
      Producer: 'Assay',
      Creator: 'Assay',
    },
  })
  const { title, heading, sentence, facts, figures, notes } = content
  await loadOutlines([title, heading, sentence, ...facts.flat(), ...figures.flat(), ...notes], [400, 700])
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((settle) => paper.on('end', () => settle(Buffer.concat(chunks))))
  draw(paper, content, input)
  paper.end()
  return done
}

function draw(paper: Paper, content: ReportContent, { log }: ReportInput): void {
  writeText(paper, content.title, { size: 11, weight: 700, colour: grey })
  writeText(paper, content.heading, { size: 20, weight: 700 })
  const isOut = log.excursionCount > 0
  writeText(paper, content.sentence, { size: 13, weight: 700, colour: isOut ? '#8b2d2a' : '#1d6349' })
  paper.moveDown()
  drawFacts(paper, content.facts)
  drawFacts(paper, content.figures)
  if (log.readings.length > 0) {
    const box = { left: margin + 34, top: paper.y + 6, width: width - 34, height: chartHeight }
    drawChart(paper, box, {
      readings: downsample(log.readings, maxChartPoints),
      limits: { limit: log.maxlimit, minimum: log.minlimit },
      ends: ['', ''],
    })
    const bottomOfChart = box.top + chartHeight + 6
    writeText(paper, content.ends[0], { size: 8, colour: grey }, { x: box.left, y: bottomOfChart, width: 200 })
    writeText(paper, content.ends[1], { size: 8, colour: grey }, { x: right - 110, y: bottomOfChart, width: 110 })
    paper.y = bottomOfChart + 26
  }
  drawExcursions(paper, content.excursions)
  paper.y += 10
  for (const note of content.notes) {
    if (paper.y > bottom - 30) paper.addPage()
    writeText(paper, note, { size: 8.5, colour: grey }, { x: margin, y: paper.y, width })
    paper.y += 4
  }
  const { count } = paper.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    paper.switchToPage(n)
    // Below the margin, so that no page is added.
    paper.page.margins.bottom = 0
    writeText(paper, content.page(n + 1, count), { size: 8, colour: grey }, { x: margin, y: bottom + 24, width })
  }
}

/** Points of the columns of the excursions: both times, the duration, the value. */
const columnWidths = [145, 145, 93, 100]

/** Labels with their values, four in a row. */
function drawFacts(paper: Paper, facts: ReportContent['facts']): void {
  const columns = 4
  const column = width / columns
  for (let n = 0; n < facts.length; n += columns) {
    const top = paper.y
    let lowest = top
    for (const [at, [label, value]] of facts.slice(n, n + columns).entries()) {
      const place = { x: margin + at * column, width: column - 10 }
      writeText(paper, label, { size: 8, colour: grey }, { ...place, y: top })
      writeText(paper, value, { size: 10, weight: 700 }, { ...place, y: paper.y })
      lowest = Math.max(lowest, paper.y)
    }
    paper.y = Math.max(lowest + 6, top + factHeight)
  }
}

function drawExcursions(paper: Paper, { heading, columns, rows, more }: ReportContent['excursions']): void {
  writeText(paper, heading, { size: 12, weight: 700 }, { x: margin, y: paper.y, width })
  if (rows.length === 0) return
  paper.y += 4
  drawRow(paper, columns, 700)
  for (const row of rows) {
    if (paper.y > bottom - rowHeight) {
      paper.addPage()
      drawRow(paper, columns, 700)
    }
    drawRow(paper, row, 400)
  }
  if (more) writeText(paper, more, { size: 8.5, colour: grey }, { x: margin, y: paper.y + 4, width })
}

function drawRow(paper: Paper, cells: readonly string[], weight: 400 | 700): void {
  const top = paper.y
  let x = margin
  for (const [at, cell] of cells.entries()) {
    const column = columnWidths[at]!
    writeText(paper, cell, { size: 9, weight }, { x, y: top, width: column - 6 })
    x += column
  }
  paper.y = top + rowHeight
  paper
    .moveTo(margin, paper.y - 3)
    .lineTo(right, paper.y - 3)
    .lineWidth(0.4)
    .stroke('#d5d5d5')
}
