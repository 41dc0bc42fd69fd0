import type { Attributes, Delta } from './rich-text-delta.ts'

/** Text in one format. */
export type TextRun = { text: string; attributes: Attributes }
/** The runs before a line break, and the formats of the line. */
export type RichTextLine = { runs: TextRun[]; attributes: Attributes }

/** Converts a Delta to lines. A last line without a line break counts as a line. */
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
