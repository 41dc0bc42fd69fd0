import { Box, Heading, Stack } from '@chakra-ui/react'
import { type ReactNode, useId, useState } from 'react'
import { LuChevronDown, LuChevronRight } from 'react-icons/lu'

type Props = {
  title: string
  children: ReactNode
  startsOpen?: boolean /** A field in the section has an error. */
  mustOpen?: boolean
  /** Called when the user works in the section. */
  onEnter: () => void
}

/** A collapsible panel. */
export function CollapsibleSection({ title, children, startsOpen = false, mustOpen = false, onEnter }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(startsOpen)
  const shown = isOpen || mustOpen
  const Chevron = shown ? LuChevronDown : LuChevronRight
  return (
    <Box as="section" bg="bg.panel" borderWidth="1px" borderRadius="l3" aria-label={title} onFocusCapture={onEnter}>
      <Heading as="h2" size="md" fontWeight="600">
        <Box
          asChild
          display="flex"
          alignItems="center"
          gap="2"
          width="full"
          paddingInline={{ base: '4', md: '5' }}
          paddingBlock="3"
          textAlign="start"
          cursor="pointer"
        >
          <button type="button" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!shown)}>
            <Chevron aria-hidden />
            {title}
          </button>
        </Box>
      </Heading>
      <Stack
        id={id}
        hidden={!shown}
        display={shown ? 'flex' : 'none'}
        gap="4"
        padding={{ base: '4', md: '5' }}
        paddingTop="0"
      >
        {children}
      </Stack>
    </Box>
  )
}
