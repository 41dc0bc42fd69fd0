import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** On a phone, the count and the button stay at the bottom of the screen while the list of scanned codes grows. */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <Box position={{ base: 'sticky', md: 'static' }} bottom="0" paddingBlock="2" bg="bg.panel" zIndex="1">
      {children}
    </Box>
  )
}
