import { saveBlob } from '#client/core/files/save-file.ts'

/** The rows of a chart as a table. The first column names the row. */
export type ChartTable = { head: readonly string[]; rows: readonly (readonly (string | number)[])[] }

/** The style properties of a chart that come from style sheets, which a saved image does not have. */
const copied = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linecap'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'],
]
/** Pixels. */
const [margin, titleHeight] = [24, 40]
/** Image pixels for each pixel of the screen, for print and slides. */
const density = 2
const svgNamespace = 'http://www.w3.org/2000/svg'

/** Saves the numbers of a chart. Cells that a spreadsheet would run as formulas are escaped. */
export async function saveChartCsv({ head, rows }: ChartTable, name: string): Promise<void> {
  const { writeCsv } = await import('#client/core/files/csv.ts')
  saveBlob(writeCsv([head, ...rows], { escapeFormulas: true }), `${name}.csv`)
}

/** Saves the drawings inside an element as one image, below the title. */
export async function saveChartPng(frame: HTMLElement, title: string, name: string): Promise<void> {
  const drawings = [...frame.querySelectorAll<SVGSVGElement>('svg[data-chart]')]
  const { width, height, svg } = composeDrawings(drawings, title, frame)
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

function composeDrawings(drawings: readonly SVGSVGElement[], title: string, frame: HTMLElement) {
  const look = getComputedStyle(frame)
  const parts = drawings.map((drawing) => ({ drawing, box: drawing.getBoundingClientRect() }))
  const width = Math.ceil(Math.max(...parts.map(({ box }) => box.width))) + 2 * margin
  const svg = document.createElementNS(svgNamespace, 'svg')
  const add = (name: string, attributes: Record<string, string | number>, text = '') => {
    const node = document.createElementNS(svgNamespace, name)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value))
    node.textContent = text
    svg.append(node)
  }
  const letters = { fill: look.color, 'font-family': look.fontFamily }
  add('rect', { width: '100%', height: '100%', fill: getComputedStyle(document.body).backgroundColor })
  add('text', { ...letters, x: margin, y: margin + 14, 'font-size': 18, 'font-weight': 600 }, title)
  let y = margin + titleHeight
  for (const { drawing, box } of parts) {
    const label = drawing.dataset.chart
    if (label) {
      add('text', { ...letters, x: margin, y: y + 2, 'font-size': 14 }, label)
      y += 16
    }
    const copy = withOwnStyles(drawing)
    for (const [key, value] of Object.entries({ x: margin, y, width: box.width, height: box.height }))
      copy.setAttribute(key, String(value))
    svg.append(copy)
    y += Math.ceil(box.height) + margin
  }
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(y))
  return { svg, width, height: y }
}

function withOwnStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [from, to] = [drawing, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')])
  for (const [index, node] of from!.entries()) {
    const look = getComputedStyle(node)
    const style = copied.map((name) => `${name}:${look.getPropertyValue(name)}`).join(';')
    to![index]!.setAttribute('style', style)
  }
  return copy
}
