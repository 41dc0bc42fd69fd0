// The texts of a label and how they are divided into lines. Server and preview use the same estimated widths, so that the
// preview has the lines of the file; the printed letters are then fitted to their line.

/** The texts next to a code. */
export type LabelText = {
  serial: boolean
  /** Letters of the readable code; 0 for none. */
  code: number
  /** Name of the product, if it is printed. */
  name: string | undefined
  /** The official address, at which shoppers check the code, if it is printed. */
  site?: string | undefined
  /** Letters of the scratch code; absent without one. */
  scratch?: number
  /** Whether its QR code is printed below its letters. */
  scratchQr?: boolean
}
/** What is different on each label. */
export type LabelValues = { serialNo: string; code: string; scratch?: string | null | undefined }

/** Letters of a group of the readable code, as of a bank card: short enough to keep in mind while typing. */
const groupLetters = 4
/** Maximum lines of a name; further text is truncated. */
const maxNameLines = 3
const ellipsis = '…'

/** Widths relative to the size of the letters: capitals and digits of a code, and the space between groups. */
const codeLetter = 0.68
const space = 0.26

/** `ABCD EFGH …`: the parser of codes ignores the spaces. */
function codeGroups(code: string): string[] {
  return Array.from({ length: countLetterGroups(code.length) }, (_, at) =>
    code.slice(at * groupLetters, (at + 1) * groupLetters),
  )
}

export const countLetterGroups = (letters: number): number => Math.ceil(letters / groupLetters)

/** The readable code as lines with `groupsOfLine` groups each. */
export function codeLines(code: string, groupsOfLine: number): string[] {
  const groups = codeGroups(code)
  return Array.from({ length: Math.ceil(groups.length / groupsOfLine) }, (_, at) =>
    groups.slice(at * groupsOfLine, (at + 1) * groupsOfLine).join(' '),
  )
}

/** Width of `groups` groups in letters of this size. */
export const groupsWidth = (groups: number, size: number): number =>
  (groups * groupLetters * codeLetter + (groups - 1) * space) * size

/** The maximum number of groups that fit into a line, or 0. */
export const groupsIn = (width: number, size: number): number =>
  Math.max(0, Math.floor((width / size + space) / (groupLetters * codeLetter + space)))

/** Breaks a name between words into lines of this width; a word that is too long, between letters. */
export function wrapName(name: string, width: number, size: number): string[] {
  const fits = (text: string) => widthOf(text) * size <= width
  const lines: string[] = []
  let line = ''
  for (const word of name.trim().split(/\s+/u)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of lettersOf(word)) {
      if (line && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  if (line) lines.push(line)
  if (lines.length <= maxNameLines) return lines
  const last = lettersOf(lines[maxNameLines - 1]!)
  while (last.length > 0 && !fits(last.join('') + ellipsis)) last.pop()
  return [...lines.slice(0, maxNameLines - 1), last.join('').trimEnd() + ellipsis]
}

/** An address in lines of this width. It is divided only before its path if it can be, so that a host is not read as another. */
export function wrapSite(site: string, width: number, size: number): string[] {
  const whole = wrapName(site, width, size)
  return whole.length === 1 ? whole : wrapName(site.replace('/', ' /'), width, size)
}

/** A letter with its marks, or an emoji of several characters, is one. */
const lettersOf = (text: string): string[] => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Estimated width of a text relative to the size of its letters. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

function letterWidth(letter: string): number {
  if (/\s/u.test(letter)) return space
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(letter))
    return 1
  return /\p{Lu}/u.test(letter) ? 0.7 : 0.58
}
