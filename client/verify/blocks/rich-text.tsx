import type { Attributes, Delta } from '#shared/customization/rich-text-delta.ts'
import { type RichTextLine, richTextLines, type TextRun } from '#shared/customization/rich-text-lines.ts'

/** Renders rich text as elements. No HTML is parsed between the editor and this page. */
export function RichText({ content }: { content: Delta }) {
  return (
    <div className="rich">
      {groupsOf(richTextLines(content)).map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity, and they never move.
        <Group key={at} lines={group} />
      ))}
    </div>
  )
}

const kindOf = ({ attributes: { list, 'code-block': code } }: RichTextLine) => list ?? (code ? 'code' : undefined)

/** Groups consecutive lines of one list or one code block. */
function groupsOf(lines: RichTextLine[]): RichTextLine[][] {
  const groups: RichTextLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1)
    if (last && kindOf(line) && kindOf(line) === kindOf(last)) groups.at(-1)!.push(line)
    else groups.push([line])
  }
  return groups
}

function Group({ lines }: { lines: RichTextLine[] }) {
  const kind = kindOf(lines[0]!)
  if (kind === 'code') {
    return (
      <pre>
        <code>{lines.map(({ runs }) => runs.map(({ text }) => text).join('')).join('\n')}</code>
      </pre>
    )
  }
  if (!kind) return <Paragraph line={lines[0]!} />
  const List = kind === 'ordered' ? 'ol' : 'ul'
  return (
    <List>
      {lines.map(({ runs, attributes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <li key={at} className={lineClass(attributes)}>
          <Runs runs={runs} />
        </li>
      ))}
    </List>
  )
}

/** Headings of the text start one level below those of the page. */
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

function Paragraph({ line: { runs, attributes } }: { line: RichTextLine }) {
  const { header, blockquote } = attributes
  const Element = header ? headings[header - 1]! : blockquote ? 'blockquote' : 'p'
  return (
    <Element className={lineClass(attributes)}>
      <Runs runs={runs} />
    </Element>
  )
}

function lineClass({ align, indent, header }: Attributes): string | undefined {
  const words = [align && `align-${align}`, indent && `indent-${indent}`, header && `level-${header}`]
  return words.filter(Boolean).join(' ') || undefined
}

function Runs({ runs }: { runs: TextRun[] }) {
  if (runs.length === 0) return <br />
  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
  return runs.map(({ text, attributes }, at) => <StyledText key={at} text={text} attributes={attributes} />)
}

function StyledText({ text, attributes: { bold, italic, underline, strike, code, script, size } }: TextRun) {
  let words: React.ReactNode = text
  if (code) words = <code>{words}</code>
  if (bold) words = <strong>{words}</strong>
  if (italic) words = <em>{words}</em>
  if (underline) words = <u>{words}</u>
  if (strike) words = <s>{words}</s>
  if (script === 'sub') words = <sub>{words}</sub>
  if (script === 'super') words = <sup>{words}</sup>
  return size ? <span className={`size-${size}`}>{words}</span> : words
}
