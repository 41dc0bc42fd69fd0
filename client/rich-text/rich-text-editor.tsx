import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import ReactQuill, { type DeltaStatic } from 'react-quill'
import 'quill/dist/quill.core.css'
import type { Delta } from '#shared/customization/rich-text-delta.ts'
import { editorStyles } from './editor-styles.ts'
import { formats, modules } from './quill-options.ts'
import { Toolbar } from './toolbar.tsx'
import { useQuill } from './use-quill.ts'

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
