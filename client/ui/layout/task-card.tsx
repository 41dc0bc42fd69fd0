import { Heading, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTitle } from './page.tsx'
import { Panel } from './panel.tsx'

/** A centered card with one task. */
export function TaskCard({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  useTitle(title)
  return (
    <Panel maxWidth="md" width="full" marginInline="auto" marginBlock="auto">
      <Stack gap="5">
        <Stack gap="2">
          <Heading as="h1" size="2xl" fontWeight="600">
            {title}
          </Heading>
          {hint && <Text color="fg.muted">{hint}</Text>}
        </Stack>
        {children}
      </Stack>
    </Panel>
  )
}
