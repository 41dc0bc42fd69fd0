import { Heading, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A section of a panel, below a heading of the third level. It is no landmark, because both chains have sections of the same name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="2" role="group" aria-label={title} minWidth="0">
      <Heading as="h3" size="sm" fontWeight="600">
        {title}
      </Heading>
      {children}
    </Stack>
  )
}
