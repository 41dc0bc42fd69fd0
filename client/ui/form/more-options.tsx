import { Box, Button, Stack } from '@chakra-ui/react'
import { type ReactNode, useId, useState } from 'react'
import { LuChevronDown, LuChevronRight } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'

/** Rarely used fields, folded until the user opens them. `mustOpen`: one of them has an error. */
export function MoreOptions({ children, mustOpen = false }: { children: ReactNode; mustOpen?: boolean }) {
  const t = useText('ui')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen || mustOpen
  const Chevron = shown ? LuChevronDown : LuChevronRight
  return (
    <Box borderTopWidth="1px" paddingTop="2">
      <Button
        variant="ghost"
        size="sm"
        marginInlineStart="-3"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setOpen(!shown)}
      >
        <Chevron aria-hidden />
        {t('moreOptions')}
      </Button>
      <Stack id={id} display={shown ? 'flex' : 'none'} gap="5" paddingTop="3">
        {children}
      </Stack>
    </Box>
  )
}
