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
  /** Quill's own form of a text: it is never written or read as HTML. */
  value: Delta
  onChange: (value: Delta) => void
  /** More tools, behind those of the text. */
  tools?: ReactNode
}

/** A text with formats, written as it will look: Quill without its theme, below a toolbar of our own. */
export function RichTextEditor({ label, value, onChange, tools }: Props) {
  const [first] = useState(value)
  const { quill, tools: own } = useQuill({ label, value, onChange })
  return (
    <Box width="full" borderWidth="1px" borderColor="border.emphasized" borderRadius="l2" css={editorStyles}>
      <Toolbar {...own}>{tools}</Toolbar>
      <ReactQuill
        {...quill}
        // What changes later is told to Quill itself: react-quill would report it back as if somebody had written it.
        defaultValue={first as unknown as DeltaStatic}
        theme="default"
        formats={formats}
        modules={modules}
        useSemanticHTML={false}
      />
    </Box>
  )
}
