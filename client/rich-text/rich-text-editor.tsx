import ReactQuill, { type DeltaStatic } from 'react-quill'
import 'quill/dist/quill.core.css'
import { Box } from '@chakra-ui/react'
import type { QuillOptions } from 'quill'
import { type ReactNode, useState } from 'react'
import { type Delta, richTextFormats } from '#shared/customization/rich-text-delta.ts'
import { Toolbar } from './toolbar.tsx'
import { useQuill } from './use-quill.ts'

// A constant, because react-quill creates a new editor when the object changes.

const formats = [...richTextFormats]

/** Tab leaves the editor, as in every field. By default Quill indents, which traps keyboard users. */
const withoutTab = Object.fromEntries(
  ['indent', 'outdent', 'indent code-block', 'outdent code-block', 'remove tab', 'tab', 'table tab'].map((name) => [
    name,
    null,
  ]),
)

const modules: QuillOptions['modules'] = {
  keyboard: { bindings: withoutTab },
  // Quill's history is off, because the surrounding editor has undo and redo.
  history: { maxStack: 0 },
}

/** Quill's own style sheet positions lists and indents; these are the other styles of the text. */
const editorStyles = {
  '& .ql-container': { font: 'inherit', height: 'auto' },
  '& .ql-editor': { minHeight: '32', padding: '3', lineHeight: 'inherit', height: 'auto' },
  '& .ql-editor:focus-visible': { outline: '2px solid', outlineColor: 'colorPalette.focusRing', borderRadius: 'l2' },
  '& h1, & h2, & h3, & h4, & h5, & h6': { fontWeight: '600' },
  '& h1': { textStyle: '2xl' },
  '& h2': { textStyle: 'xl' },
  '& h3': { textStyle: 'lg' },
  '& blockquote': { borderInlineStartWidth: '3px', paddingInlineStart: '3', color: 'fg.muted' },
  '& .ql-code-block-container, & code': { fontFamily: 'mono', bg: 'bg.muted' },
  '& .ql-code-block-container': { paddingInline: '2' },
  '& code': { paddingInline: '0.5' },
  '& sub, & sup': { fontSize: '0.75em', lineHeight: '0' },
  '& sub': { verticalAlign: 'sub' },
  '& sup': { verticalAlign: 'super' },
  '& .ql-size-small': { fontSize: '0.75em' },
  '& .ql-size-large': { fontSize: '1.5em' },
  '& .ql-size-huge': { fontSize: '2.5em' },
  '& strong': { fontWeight: '700' },
} as const

type Props = {
  label: string
  /** Quill's Delta format: the text is never written or read as HTML. */
  value: Delta
  onChange: (value: Delta) => void
  /** Additional buttons after those for the text. */
  tools?: ReactNode
}

/** A text editor with formats: Quill without its theme, with our own toolbar. */
export function RichTextEditor({ label, value, onChange, tools }: Props) {
  const [first] = useState(value)
  const { quill, tools: own } = useQuill({ label, value, onChange })
  return (
    <Box width="full" borderWidth="1px" borderColor="border.emphasized" borderRadius="l2" css={editorStyles}>
      <Toolbar {...own}>{tools}</Toolbar>
      <ReactQuill
        {...quill}
        // Only the initial value. Later values are set in Quill directly, since react-quill would report them as user
        // input.
        defaultValue={first as unknown as DeltaStatic}
        theme="default"
        formats={formats}
        modules={modules}
        useSemanticHTML={false}
      />
    </Box>
  )
}
