import { Flex, Stack } from '@chakra-ui/react'
import { Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { LegalLinks } from '#client/ui/layout/legal-links.tsx'
import { Logo } from '#client/ui/layout/logo.tsx'
import { QuickPreferences } from '#client/ui/preferences/quick-preferences.tsx'

/** The layout of public pages: logo, preferences and legal links. */
export function Component() {
  return (
    <Flex direction="column" minHeight="100dvh">
      <Flex as="header" align="center" justify="space-between" padding={{ base: '3', md: '5' }}>
        <Link to="/" aria-label="Assay">
          <Logo />
        </Link>
        <QuickPreferences />
      </Flex>
      <Stack as="main" flex="1" padding={{ base: '4', md: '8' }}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </Stack>
      <LegalLinks />
    </Flex>
  )
}
