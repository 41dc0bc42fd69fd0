/** Spreadsheets run text that begins with one of these as a formula. The wide forms become plain ones in East Asian versions. */
const formulaStart = '[=+\\-@\\t\\r\\n＝＋－＠]'

/**
 * Text that spreadsheets turn into numbers, dates and truth values when they open a file, and save changed: leading zeros, long
 * numbers, exponents, digits with separators (except ISO dates), months and words such as TRUE.
 */
const converted = [
  '0\\d+',
  '\\d{12,}',
  '\\d+(?:[.,]\\d+)?e[+-]?\\d+',
  '(?!\\d{4}-\\d\\d-\\d\\d$)\\d+(?:[.,/-]\\d+)+',
  '\\d{1,4}[-.]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)',
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-.]?\\d{1,4}',
  'true|false|wahr|falsch|vrai|faux|истина|ложь',
].join('|')

const needsEscape = new RegExp(`^'*(?:${formulaStart}|(?:${converted})$)`, 'i')
const escaped = new RegExp(`^'+(?:${formulaStart}|(?:${converted})$)`, 'i')

/**
 * Puts an apostrophe before text that a spreadsheet would run or change. Spreadsheets show the apostrophe and save it back. Text
 * that begins with apostrophes itself gets one more where `unescapeCell` would remove one, so both are exact inverses.
 *
 * @example
 * escapeCell('=1+1') // => "'=1+1"
 * escapeCell('0012') // => "'0012"
 * unescapeCell(escapeCell('0012')) // => '0012'
 */
export const escapeCell = (text: string): string => (needsEscape.test(text) ? `'${text}` : text)

/**
 * The same for a file from which labels are printed: digits stay as they are, because a print house would print the apostrophe. Only
 * what a spreadsheet would run has one.
 *
 * @example
 * escapeFormula('0012') // => '0012'
 * escapeFormula('-12') // => "'-12"
 */
export const escapeFormula = (text: string): string => (runs.test(text) ? escapeCell(text) : text)
const runs = new RegExp(`^(?:'|${formulaStart})`)

/** The text that `escapeCell` or `escapeFormula` was given. */
export const unescapeCell = (text: string): string => (escaped.test(text) ? text.slice(1) : text)

/** Cells with separators of other countries are quoted, so that no spreadsheet divides them: `Tea;=1+1` would end in a formula. */
export const needsQuotes = /[,;\t|"\r\n]|^\s|\s$/
