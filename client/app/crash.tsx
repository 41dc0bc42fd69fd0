import { Button, Heading, Stack, Text } from '@chakra-ui/react'
import { useRouteError } from 'react-router'
import { useText } from '#client/core/i18n.ts'

/** A part of an older version that is no longer served: the tab has to be loaded again. */
const missingPart = /dynamically imported module|Importing a module script failed|error loading dynamically/i

/** What stands where a screen failed. */
export function Crash() {
  const t = useText('app')
  const error = useRouteError()
  const outdated = error instanceof Error && missingPart.test(error.message)
  return (
    <Stack as="main" minHeight="100dvh" align="center" justify="center" gap="4" padding="6" textAlign="center">
      <Heading as="h1" size="3xl" fontWeight="600">
        {outdated ? t('outdated') : t('crashed')}
      </Heading>
      <Text color="fg.muted" maxWidth="48ch">
        {outdated ? t('outdatedHint') : t('crashedHint')}
      </Text>
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </Stack>
  )
}
