import type { Attributes, Delta } from './rich-text-delta.ts'

/** Words of one format. */
export type TextRun = { text: string; attributes: Attributes }
/** Runs up to a line break, and what the break says of the line. */
export type RichTextLine = { runs: TextRun[]; attributes: Attributes }

/** A Delta as the lines that a reader sees. A last line that nothing ends is a line too. */
export function richTextLines({ ops }: Delta): RichTextLine[] {
  const lines: RichTextLine[] = []
  let runs: TextRun[] = []
  for (const { insert, attributes = {} } of ops) {
    for (const [at, text] of insert.split('\n').entries()) {
      if (at > 0) {
        lines.push({ runs, attributes })
        runs = []
      }
      if (text !== '') runs.push({ text, attributes })
    }
  }
  if (runs.length > 0) lines.push({ runs, attributes: {} })
  return lines
}
