import type { Attributes, Delta } from '#shared/customization/delta.ts'
import { linesOf, type Run } from '#shared/customization/lines.ts'
import { deltaOf, type Span } from './model.ts'

// A line is a child of the surface, with its format in data attributes; words are elements that mean their format.

const lineData = {
  header: 'header',
  blockquote: 'quote',
  'code-block': 'code',
  list: 'list',
  indent: 'indent',
  align: 'align',
} as const

/** Shows the text. Nothing of it is ever read as HTML. */
export function paint(surface: HTMLElement, delta: Delta): void {
  surface.replaceChildren(...elementsOf(delta))
}

function elementsOf(delta: Delta): HTMLElement[] {
  return linesOf(delta).map(({ runs, attributes }) => {
    const line = document.createElement('p')
    for (const [key, data] of Object.entries(lineData)) {
      const value = attributes[key as keyof typeof lineData]
      if (value !== undefined) line.dataset[data] = String(value)
    }
    line.append(...(runs.length > 0 ? runs.map(wordsOf) : [document.createElement('br')]))
    return line
  })
}

const tags = [
  ['bold', 'b'],
  ['italic', 'i'],
  ['underline', 'u'],
  ['strike', 's'],
  ['code', 'code'],
] as const

function wordsOf({ text, attributes }: Run): Node {
  const wrap = (node: Node, tag: string) => {
    const element = document.createElement(tag)
    element.append(node)
    return element
  }
  let node: Node = document.createTextNode(text)
  for (const [key, tag] of tags) if (attributes[key]) node = wrap(node, tag)
  if (attributes.script) node = wrap(node, attributes.script === 'sub' ? 'sub' : 'sup')
  if (attributes.size) {
    const sized = wrap(node, 'span')
    sized.dataset.size = attributes.size
    node = sized
  }
  return node
}

const meanings: Record<string, Attributes> = {
  ...{ B: { bold: true }, STRONG: { bold: true }, I: { italic: true }, EM: { italic: true }, U: { underline: true } },
  ...{ S: { strike: true }, DEL: { strike: true }, STRIKE: { strike: true }, CODE: { code: true } },
  ...{ SUB: { script: 'sub' }, SUP: { script: 'super' } },
}
type Cells = Parameters<typeof deltaOf>[0][number][]

/** What the surface says after the browser has changed it; marks that are none of ours are left out. */
export function read(surface: HTMLElement): Delta {
  const cells: Cells = []
  for (const line of surface.childNodes) {
    readWords(line, {}, cells)
    cells.push({ letter: '\n', attributes: line instanceof HTMLElement ? lineFormat(line) : {} })
  }
  return deltaOf(cells.length > 0 ? cells : [{ letter: '\n', attributes: {} }])
}

function readWords(node: Node, format: Attributes, cells: Cells): void {
  if (node instanceof Text) {
    // A blank that the browser made unbreakable, so that it stays visible, is a blank.
    const letters = node.data.replace(/[\n\u00a0]/g, ' ').split('')
    cells.push(...letters.map((letter) => ({ letter, attributes: format })))
    return
  }
  if (!(node instanceof HTMLElement)) return
  if (node.tagName === 'BR') {
    if (node.nextSibling) cells.push({ letter: '\n', attributes: {} })
    return
  }
  const { size } = node.dataset
  const sized = size === 'small' || size === 'large' || size === 'huge' ? ({ size } as const) : {}
  const inner = { ...format, ...meanings[node.tagName], ...sized }
  for (const child of node.childNodes) readWords(child, inner, cells)
}

function lineFormat({ dataset }: HTMLElement): Attributes {
  const { header, quote, code, list, indent, align } = dataset
  return {
    ...(header && { header: Number(header) }),
    ...(quote && { blockquote: true as const }),
    ...(code && { 'code-block': true as const }),
    ...((list === 'ordered' || list === 'bullet') && { list }),
    ...(indent && { indent: Number(indent) }),
    ...((align === 'center' || align === 'right' || align === 'justify') && { align }),
  }
}

/** Whether the browser left the surface as `paint` would make it. */
export function isTidy(surface: HTMLElement, delta: Delta): boolean {
  const wanted = document.createElement('div')
  wanted.append(...elementsOf(delta))
  return wanted.innerHTML === surface.innerHTML
}

/** What is selected on the surface, if anything. */
export function selectedSpan(surface: HTMLElement): Span | undefined {
  const selection = surface.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  if (!surface.contains(startContainer) || !surface.contains(endContainer)) return undefined
  return { from: indexOf(surface, startContainer, startOffset), to: indexOf(surface, endContainer, endOffset) }
}

function indexOf(surface: HTMLElement, node: Node, offset: number): number {
  const lines = [...surface.childNodes]
  const place = node === surface ? offset : lines.findIndex((line) => line.contains(node))
  const before = lines.slice(0, place).reduce((sum, line) => sum + (line.textContent?.length ?? 0) + 1, 0)
  if (node === surface) return place < lines.length || place === 0 ? before : before - 1
  const range = surface.ownerDocument.createRange()
  range.setStart(lines[place]!, 0)
  range.setEnd(node, offset)
  return before + range.toString().length
}

export function select(surface: HTMLElement, { from, to }: Span): void {
  const [start, end] = [pointAt(surface, from), pointAt(surface, to)]
  surface.ownerDocument.getSelection()?.setBaseAndExtent(...start, ...end)
}

function pointAt(surface: HTMLElement, index: number): [node: Node, offset: number] {
  let left = index
  for (const line of surface.childNodes) {
    const length = line.textContent?.length ?? 0
    if (left <= length) return pointInLine(line, left)
    left -= length + 1
  }
  const last = surface.lastChild ?? surface
  return pointInLine(last, last.textContent?.length ?? 0)
}

function pointInLine(line: Node, index: number): [node: Node, offset: number] {
  let left = index
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (left <= text.length) return [text, left]
    left -= text.length
  }
  return [line, 0]
}
