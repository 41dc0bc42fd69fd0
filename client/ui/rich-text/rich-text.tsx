import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Delta } from '#shared/customization/delta.ts'
import { useSurface } from './surface.ts'
import { Toolbar } from './toolbar.tsx'

type Props = {
  label: string
  /** A Delta, as Quill keeps texts: it is painted as elements and never as HTML. */
  value: Delta
  onChange: (value: Delta) => void
  /** More tools, behind those of the text. */
  tools?: ReactNode
}

/** A text with formats, written as it will look. */
export function RichText({ label, value, onChange, tools }: Props) {
  const { surface, ...toolbar } = useSurface({ value, onChange })
  return (
    <Box width="full" borderWidth="1px" borderColor="border.emphasized" borderRadius="l2">
      <Toolbar {...toolbar}>{tools}</Toolbar>
      <Box
        ref={surface}
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        aria-multiline
        aria-label={label}
        tabIndex={0}
        minHeight="32"
        padding="3"
        whiteSpace="pre-wrap"
        css={looks}
      />
    </Box>
  )
}

const marker = { position: 'absolute', insetInlineStart: '0', width: '6', textAlign: 'end', paddingInlineEnd: '1.5' }
const item = { position: 'relative', paddingInlineStart: '6' }

const looks = {
  '& > p:not([data-list=ordered])': { counterReset: 'item' },
  '& > p[data-list]': item,
  '& > p[data-list=bullet]::before': { ...marker, content: '"•"' },
  '& > p[data-list=ordered]::before': { ...marker, counterIncrement: 'item', content: 'counter(item) "."' },
  '& > p[data-header]': { fontWeight: '600' },
  '& > p[data-header="1"]': { textStyle: '2xl' },
  '& > p[data-header="2"]': { textStyle: 'xl' },
  '& > p[data-header="3"]': { textStyle: 'lg' },
  '& > p[data-quote]': { borderInlineStartWidth: '3px', paddingInlineStart: '3', color: 'fg.muted' },
  '& > p[data-code]': { fontFamily: 'mono', bg: 'bg.muted', paddingInline: '2' },
  '& > p[data-align=center]': { textAlign: 'center' },
  '& > p[data-align=right]': { textAlign: 'right' },
  '& > p[data-align=justify]': { textAlign: 'justify' },
  '& code': { fontFamily: 'mono', bg: 'bg.muted', paddingInline: '0.5' },
  '& sub, & sup': { fontSize: '0.75em', lineHeight: '0' },
  '& sub': { verticalAlign: 'sub' },
  '& sup': { verticalAlign: 'super' },
  '& [data-size=small]': { fontSize: '0.75em' },
  '& [data-size=large]': { fontSize: '1.5em' },
  '& [data-size=huge]': { fontSize: '2.5em' },
  '& b': { fontWeight: '700' },
} as const
