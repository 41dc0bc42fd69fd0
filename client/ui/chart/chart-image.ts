/** `hint` is the line below the title, about the drawing. */
export type Heading = { title: string; hint?: string | undefined }

/** The style properties of a chart that come from style sheets, which a saved image does not have. */
const copied = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linecap'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'overflow'],
]
/** Pixels. */
const [margin, titleSize, textSize, lineHeight, gap] = [24, 18, 13, 20, 20]
const svgNamespace = 'http://www.w3.org/2000/svg'

type Image = { svg: SVGSVGElement; width: number; height: number }

/**
 * Composes the drawings inside an element with their heading and their legend. Drawings are `svg` elements with the attribute
 * `data-chart`, which has their label and may be empty, and canvases inside an element with it, which lie on each other. Entries of
 * the legend are `svg` elements whose attribute `data-legend` has their text. `data-credits` is the line at the end.
 */
export function composeImage(frame: HTMLElement, { title, hint }: Heading): Image {
  const look = getComputedStyle(frame)
  const parts = drawingsIn(frame).map((layers) => ({ layers, box: layers[0]!.getBoundingClientRect() }))
  const inner = Math.ceil(Math.max(...parts.map(({ box }) => box.width)))
  const letters = { fill: look.color, 'font-family': look.fontFamily }
  const widthOf = textMeasure(`${textSize}px ${look.fontFamily}`)
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.append(element('rect', { width: '100%', height: '100%', fill: getComputedStyle(document.body).backgroundColor }))
  const write = (text: string, { x, y }: { x: number; y: number }, size: number, weight = 400) =>
    svg.append(element('text', { ...letters, x, y, 'font-size': size, 'font-weight': weight }, text))
  write(title, { x: margin, y: margin + 14 }, titleSize, 600)
  let y = margin + 14
  for (const line of wrappedLines(hint ?? '', inner, widthOf)) {
    y += lineHeight
    write(line, { x: margin, y }, textSize)
  }
  y += margin
  for (const { layers, box } of parts) {
    const label = layers[0]!.dataset.chart
    if (label) {
      write(label, { x: margin, y: y + 2 }, textSize)
      y += lineHeight
    }
    for (const layer of layers) svg.append(placed(layer, { x: margin, y, width: box.width, height: box.height }))
    y += Math.ceil(box.height) + gap
  }
  let x = margin
  for (const swatch of frame.querySelectorAll<SVGSVGElement>('svg[data-legend]')) {
    const text = swatch.dataset.legend ?? ''
    const { width: w, height: h } = swatch.getBoundingClientRect()
    const width = w + gap / 2 + widthOf(text)
    if (x > margin && x + width > margin + inner) {
      x = margin
      y += lineHeight
    }
    svg.append(placed(swatch, { x, y: y + (lineHeight - h) / 2, width: w, height: h }))
    write(text, { x: x + w + gap / 2, y: y + 15 }, textSize)
    x += width + gap
  }
  if (x > margin) y += lineHeight
  const credits = frame.querySelector('[data-credits]')?.textContent ?? ''
  for (const line of wrappedLines(credits, inner, widthOf)) {
    y += lineHeight
    write(line, { x: margin, y }, textSize)
  }
  const [width, height] = [inner + 2 * margin, y + margin]
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  return { svg, width, height }
}

type Drawing = HTMLElement | SVGSVGElement

/** The drawings in their order, each with the layers that lie on it. */
function drawingsIn(frame: HTMLElement): Drawing[][] {
  const found = [...frame.querySelectorAll<Drawing>('svg[data-chart], [data-chart] canvas')]
  return [...Map.groupBy(found, (drawing) => drawing.closest('[data-chart]')).values()]
}

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const node = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value))
  node.textContent = text
  return node
}

type Box = { x: number; y: number; width: number; height: number }

/** A copy of a drawing at a place of the image. */
function placed(drawing: Element, box: Box): SVGElement {
  if (drawing instanceof HTMLCanvasElement) return element('image', { ...box, href: drawing.toDataURL() })
  const copy = withOwnStyles(drawing as SVGSVGElement)
  for (const [key, value] of Object.entries(box)) copy.setAttribute(key, String(value))
  return copy
}

function withOwnStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [from, to] = [drawing, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')])
  for (const [index, node] of from!.entries()) {
    const look = getComputedStyle(node)
    // Attributes, because the content security policy allows no text of styles.
    for (const name of copied) to![index]!.setAttribute(name, look.getPropertyValue(name))
  }
  return copy
}

/** Divides a text into lines that are not wider than an image. */
export function wrappedLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function textMeasure(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = font
  return (text) => context?.measureText(text).width ?? 0
}
