/** A row of a spreadsheet. The quotation marks of a row that is not `wellFormed` do not match, and its cells are its line as written. */
type SplitRow = { cells: string[]; isWellFormed: boolean }

/** A cell that goes on longer than this has a quotation mark that was never closed. */
const maxCellLength = 20_000

/**
 * Splits text into rows of cells (RFC 4180). A quotation mark that does not match damages only its own line: the next line is
 * a row again, so that an open quotation mark does not swallow the rows after it.
 *
 * @param columns the number of columns: a cell that contains lines with as many cells was not meant to contain them
 */
export function splitRows(text: string, delimiter: string, columns = Number.POSITIVE_INFINITY): SplitRow[] {
  const rows: SplitRow[] = []
  /** Whether a quotation mark is open: the one that would close it can be in any line behind. */
  let isOpen = false
  for (let at = 0; at < text.length; ) {
    const lineEnd = endOfLine(text, at)
    const line = text.slice(at, lineEnd)
    const strict = strictRow(text, at, delimiter)
    const isSwallowing =
      strict !== undefined && strict.end > lineEnd && hasRows(text.slice(at, strict.end), delimiter, columns)
    const isRest = isOpen && hasOddQuotes(line)
    if (strict && !isSwallowing && !isRest) {
      rows.push({ cells: strict.cells, isWellFormed: true })
      at = strict.end + 1
    } else {
      rows.push({ cells: looseCells(line, delimiter), isWellFormed: false })
      at = lineEnd + 1
      if (hasOddQuotes(line)) isOpen = !isOpen
    }
  }
  return rows
}

const hasOddQuotes = (line: string) => line.split('"').length % 2 === 0

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** The row that begins here, if its quotation marks match. */
function strictRow(text: string, from: number, delimiter: string): { cells: string[]; end: number } | undefined {
  const cells: string[] = []
  for (let at = from; ; ) {
    const isQuoted = text[at] === '"'
    const close = isQuoted ? closingQuote(text, at) : undefined
    if (isQuoted && close === undefined) return undefined
    const lineEnd = endOfLine(text, close ?? at)
    const begin = close ?? at
    const next = text.slice(begin, lineEnd).indexOf(delimiter)
    const end = next < 0 ? lineEnd : begin + next
    if (close === undefined) cells.push(text.slice(at, end))
    else if (text.slice(close + 1, end).trim() === '') cells.push(text.slice(at + 1, close).replaceAll('""', '"'))
    else return undefined
    if (end === lineEnd) return { cells, end }
    at = end + delimiter.length
  }
}

function closingQuote(text: string, open: number): number | undefined {
  for (let at = text.indexOf('"', open + 1); at >= 0 && at - open <= maxCellLength; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return undefined
}

/** Whether the first and another one of these lines have as many cells as a row. */
function hasRows(lines: string, delimiter: string, columns: number): boolean {
  const [first = 0, ...others] = lines.split('\n').map((line) => line.split(delimiter).length)
  return first >= columns && others.some((count) => count >= columns)
}

/** The cells of one line. A quotation mark encloses a cell only if another one ends the cell; the others are text. */
function looseCells(line: string, delimiter: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= line.length; ) {
    const close = line[at] === '"' ? looseClosingQuote(line, at, delimiter) : -1
    const next = line.indexOf(delimiter, close < 0 ? at : close)
    const end = next < 0 ? line.length : next
    cells.push(close < 0 ? line.slice(at, end) : line.slice(at + 1, close).replaceAll('""', '"'))
    at = end + delimiter.length
  }
  return cells
}

function looseClosingQuote(line: string, open: number, delimiter: string): number {
  const close = line.indexOf(`"${delimiter}`, open + 1)
  return close >= 0 ? close : line.length - 1 > open && line.endsWith('"') ? line.length - 1 : -1
}
