import { Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'

type Props = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A screen: its heading (also the title of the tab), its actions, and its content. */
export function Page({ title, description, actions, children }: Props) {
  useTitle(title)
  return (
    <Stack gap="6" maxWidth="7xl" marginInline="auto">
      <Flex wrap="wrap" gap="4" align="end" justify="space-between">
        <Stack gap="1" minWidth="0" flex="1 1 20rem">
          <Heading as="h1" size={{ base: '2xl', md: '3xl' }} fontWeight="600" letterSpacing="-0.01em">
            {title}
          </Heading>
          {description && (
            <Text color="fg.muted" maxWidth="70ch">
              {description}
            </Text>
          )}
        </Stack>
        {actions && (
          <Flex gap="2" wrap="wrap">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Stack>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Assay`
  }, [title])
}
