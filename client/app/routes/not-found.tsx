import { Button, Heading, Stack, Text } from '@chakra-ui/react'
import { Link, useLocation } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { LogoMark } from '#client/ui/layout/logo.tsx'
import { useTitle } from '#client/ui/layout/page.tsx'

export function Component() {
  const t = useText('app')
  const { state } = useLocation()
  useTitle(t('error404'))
  return (
    <Stack as="main" minHeight="100dvh" align="center" justify="center" gap="4" padding="6" textAlign="center">
      <LogoMark large />
      <Heading as="h1" size="4xl" fontWeight="600">
        {t('error404')}
      </Heading>
      <Text color="fg.muted">{t('notFound')}</Text>
      <Button asChild>
        <Link to="/" state={state}>
          {t('goToDashboard')}
        </Link>
      </Button>
    </Stack>
  )
}
