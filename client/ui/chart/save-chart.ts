import { saveBlob } from '#client/core/files/save-file.ts'
import { composeImage, type Heading } from './chart-image.ts'

/** A share is a number from 0 to 1. */
export type ChartCell = string | number | { share: number }
/** The rows of a chart as a table. The first column names the row. */
export type ChartTable = { head: readonly string[]; rows: readonly (readonly ChartCell[])[] }

/** Image pixels for each pixel of the screen, for print and slides. */
const density = 2

/** Saves the numbers of a chart. Cells that a spreadsheet would run as formulas are escaped. */
export async function saveChartCsv({ head, rows }: ChartTable, name: string): Promise<void> {
  const { writeCsv } = await import('#client/core/files/csv.ts')
  const cells = rows.map((row) => row.map(cellOfFile))
  saveBlob(writeCsv([head, ...cells]), `${name}.csv`)
}

/** Spreadsheets read a percentage with a decimal point. */
const cellOfFile = (cell: ChartCell) => (typeof cell === 'object' ? `${(cell.share * 100).toFixed(1)}%` : cell)

/** Saves the drawings inside an element as one image: below the title and a line about them, above their legend. */
export async function saveChartPng(frame: HTMLElement, heading: Heading, name: string): Promise<void> {
  const { width, height, svg } = composeImage(frame, heading)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * density
  canvas.height = height * density
  const context = canvas.getContext('2d')!
  context.scale(density, density)
  context.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser could not make an image')
  saveBlob(blob, `${name}.png`)
}
