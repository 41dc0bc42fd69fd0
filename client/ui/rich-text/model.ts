import type { Attributes, Delta } from '#shared/customization/delta.ts'

/** A letter (UTF-16 unit) with its format. A line break carries the format of the line that it ends. */
type Cell = { letter: string; attributes: Attributes }
/** Letters from one index up to another, as they stand in the text. */
export type Span = { from: number; to: number }

const lineKeys = ['header', 'blockquote', 'code-block', 'list', 'indent', 'align'] as const
const wordKeys = ['bold', 'italic', 'underline', 'strike', 'code', 'script', 'size'] as const
/** A line is one of these, if any. */
const lineKinds = ['header', 'blockquote', 'code-block', 'list'] as const
export type WordFormat = Pick<Attributes, (typeof wordKeys)[number]>
export type LineFormat = Pick<Attributes, (typeof lineKeys)[number]>
/** Undefined takes a format away. */
type Setting<F> = { [K in keyof F]: F[K] | undefined }

function cellsOf({ ops }: Delta): Cell[] {
  const cells = ops.flatMap(({ insert, attributes = {} }) =>
    insert
      .split('')
      .map((letter) => ({ letter, attributes: letter === '\n' ? only(attributes, lineKeys) : attributes })),
  )
  return cells.at(-1)?.letter === '\n' ? cells : [...cells, { letter: '\n', attributes: {} }]
}

export function deltaOf(cells: readonly Cell[]): Delta {
  const ops: Delta['ops'] = []
  for (const { letter, attributes } of cells) {
    const last = ops.at(-1)
    if (last && sameFormat(last.attributes ?? {}, attributes)) last.insert += letter
    else ops.push({ insert: letter, ...(Object.keys(attributes).length > 0 && { attributes }) })
  }
  return { ops }
}

export const textOf = ({ ops }: Delta): string => ops.map(({ insert }) => insert).join('')

/** The text as the editor writes it: formats joined where they are the same, and every line ended. */
export const tidied = (delta: Delta): Delta => deltaOf(cellsOf(delta))

function only<K extends keyof Attributes>(attributes: Attributes, keys: readonly K[]): Pick<Attributes, K> {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => keys.includes(key as K))) as Pick<
    Attributes,
    K
  >
}

function sameFormat(one: Attributes, other: Attributes): boolean {
  const keys = Object.keys(one) as (keyof Attributes)[]
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

function withSet(attributes: Attributes, set: Setting<Attributes>): Attributes {
  const entries = Object.entries({ ...attributes, ...set }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Attributes
}

const endOfLine = (cells: readonly Cell[], at: number) =>
  cells.findIndex(({ letter }, index) => index >= at && letter === '\n')

/** Puts words in the place of a span. They have the format of what stands before them, or `format`. */
export function replace(delta: Delta, { from, to }: Span, words: string, format?: WordFormat): Delta {
  const cells = cellsOf(delta)
  const before = cells[from - 1]
  const neighbour = before && before.letter !== '\n' ? before : cells[from]
  const inherited = neighbour && neighbour.letter !== '\n' ? only(neighbour.attributes, wordKeys) : {}
  const line = cells[endOfLine(cells, from)]?.attributes ?? {}
  const added = words
    .split('')
    .map((letter) => ({ letter, attributes: letter === '\n' ? line : (format ?? inherited) }))
  // The break that ends the text stays.
  return deltaOf([...cells.slice(0, from), ...added, ...cells.slice(Math.min(to, cells.length - 1))])
}

/** Begins a new line. After a heading it is plain; in a list an empty item ends the list instead. */
export function breakLine(delta: Delta, span: Span): Delta {
  const cells = cellsOf(delta)
  const end = endOfLine(cells, span.to)
  const { attributes } = cells[end]!
  const isEmpty =
    span.from === span.to && end === span.from && (span.from === 0 || cells[span.from - 1]!.letter === '\n')
  if (isEmpty && Object.keys(only(attributes, lineKinds)).length > 0) return plainLine(delta, span.from)
  const broken = replace(delta, span, '\n')
  const isAtEnd = end === span.to
  return isAtEnd && attributes.header ? plainLine(broken, span.from + 1) : broken
}

const plainLine = (delta: Delta, at: number) =>
  formatLines(delta, { from: at, to: at }, Object.fromEntries(lineKeys.map((key) => [key, undefined])))

export function formatWords(delta: Delta, { from, to }: Span, set: Setting<WordFormat>): Delta {
  return deltaOf(
    cellsOf(delta).map((cell, at) =>
      at >= from && at < to && cell.letter !== '\n' ? { ...cell, attributes: withSet(cell.attributes, set) } : cell,
    ),
  )
}

/** Formats every line that the span touches. What kind a line is replaces what it was. */
export function formatLines(delta: Delta, { from, to }: Span, set: Setting<LineFormat>): Delta {
  const cells = cellsOf(delta)
  const last = endOfLine(cells, Math.max(from, to - 1))
  const isOfKind = lineKinds.some((kind) => kind in set)
  const cleared = isOfKind ? Object.fromEntries(lineKinds.map((kind) => [kind, undefined])) : {}
  return deltaOf(
    cells.map((cell, at) =>
      at >= from && at <= last && cell.letter === '\n'
        ? { ...cell, attributes: withSet(cell.attributes, { ...cleared, ...set }) }
        : cell,
    ),
  )
}

/** What all words and all lines of a span have in common. */
export function formatAt(delta: Delta, { from, to }: Span): Attributes {
  const cells = cellsOf(delta)
  const end = endOfLine(cells, Math.max(from, to - 1))
  const words = from === to ? cells.slice(Math.max(0, from - 1), Math.max(0, from - 1) + 1) : cells.slice(from, to)
  const lines = cells.slice(from, end + 1).filter(({ letter }) => letter === '\n')
  const ofWords = common(
    words.filter(({ letter }) => letter !== '\n').map(({ attributes }) => only(attributes, wordKeys)),
  )
  return { ...ofWords, ...common(lines.map(({ attributes }) => attributes)) }
}

function common(formats: readonly Attributes[]): Attributes {
  const [first = {}, ...rest] = formats
  const entries = Object.entries(first) as [keyof Attributes, unknown][]
  return Object.fromEntries(entries.filter(([key, value]) => rest.every((one) => one[key] === value))) as Attributes
}

/** Whether nothing stands before the caret in its line, whose format Backspace takes away first. */
export function isAtFormattedStart(delta: Delta, { from, to }: Span): boolean {
  const cells = cellsOf(delta)
  const isStart = from === to && (from === 0 || cells[from - 1]!.letter === '\n')
  return isStart && Object.keys(cells[endOfLine(cells, from)]!.attributes).length > 0
}

export const withoutLineFormat = (delta: Delta, { from }: Span): Delta => plainLine(delta, from)
