import {
  Box,
  Link as ChakraLink,
  chakra,
  Flex,
  Heading,
  SimpleGrid,
  Skeleton,
  Stack,
  Tabs,
  Text,
} from '@chakra-ui/react'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { canUsePasskeys } from '#client/auth/passkey/can-use-passkeys.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { guilloche } from '#client/ui/layout/guilloche.ts'
import { lazyComponent, usePreloadWhenIdle } from '#client/ui/layout/lazy-component.ts'
import { LegalLinks } from '#client/ui/layout/legal-links.tsx'
import { Logo } from '#client/ui/layout/logo.tsx'
import { useTitle } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { QuickPreferences } from '#client/ui/preferences/quick-preferences.tsx'
import { ProductScreenshots } from './product-screenshots.tsx'

const SignInForm = lazyComponent(() => import('./sign-in-form.tsx'))
const UnsentNotice = lazyComponent(() => import('./unsent-notice.tsx'))
const RegisterForm = lazyComponent(() => import('./register-form.tsx'))

/** Loaded after the tab that is shown first, so that it opens at once. */
const otherTab = [RegisterForm, SignInForm]

const DemoLink = lazyComponent(() => import('./demo-link.tsx'))

// A separate import, because the icons of the console are one file that a first visit does not need.
const BenefitIcon = lazyComponent(() => import('./benefit-icon.tsx'))

const benefits = [
  { title: 'pointIssue', hint: 'pointIssueHint' },
  { title: 'pointAnchor', hint: 'pointAnchorHint' },
  { title: 'pointScan', hint: 'pointScanHint' },
] as const

/** The landing page: describes Assay and offers sign-in and registration. */
export function Component() {
  const t = useText('auth')
  const [params, setParams] = useSearchParams()
  const tab = params.get('register') === null ? 'signIn' : 'register'
  useTitle(t(tab))
  usePreloadWhenIdle(otherTab)
  return (
    <Flex direction="column" minHeight="100dvh" position="relative" overflow="hidden">
      <Ornament />
      <Flex as="header" align="center" justify="space-between" padding={{ base: '3', md: '6' }} position="relative">
        <Logo />
        <QuickPreferences />
      </Flex>
      <SimpleGrid
        as="main"
        columns={{ base: 1, lg: 2 }}
        columnGap="16"
        rowGap="8"
        flex="1"
        // From the top, and what comes late (demo, forms) comes last: a tab that moves while it is pressed gets no click.
        alignItems="start"
        alignContent="start"
        gridTemplateRows={{ lg: 'auto 1fr' }}
        width="full"
        maxWidth="6xl"
        marginInline="auto"
        padding={{ base: '4', md: '8' }}
        paddingTop={{ lg: '16' }}
        position="relative"
      >
        <Stack gap={{ base: '5', lg: '8' }}>
          <Heading as="h1" size={{ base: '3xl', md: '5xl' }} fontWeight="600" lineHeight="1.12" letterSpacing="-0.02em">
            {t('headline')}
          </Heading>
          <Text textStyle={{ base: 'md', md: 'lg' }} color="fg.muted" maxWidth="46ch">
            {t('lead')}
          </Text>
          <Stack as="ul" gap="5" listStyleType="none" hideBelow="lg">
            {benefits.map(({ title, hint }) => (
              <Flex as="li" key={title} gap="4">
                <Box color="primary.fg" paddingTop="1" minWidth="22px">
                  <Suspense>
                    <BenefitIcon point={title} />
                  </Suspense>
                </Box>
                <Box>
                  <Text fontWeight="600">{t(title)}</Text>
                  <Text color="fg.muted">{t(hint)}</Text>
                </Box>
              </Flex>
            ))}
          </Stack>
        </Stack>
        <Panel maxWidth="lg" width="full" justifySelf={{ base: 'center', lg: 'end' }} gridRow={{ lg: 'span 2' }}>
          <Suspense>
            <UnsentNotice />
          </Suspense>
          <Tabs.Root
            value={tab}
            onValueChange={({ value }) => setParams(value === 'register' ? { register: '' } : {}, { replace: true })}
            lazyMount
            fitted
          >
            <Tabs.List marginBottom="4">
              <Tabs.Trigger value="signIn">{t('signIn')}</Tabs.Trigger>
              <Tabs.Trigger value="register">{t('register')}</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="signIn">
              <Suspense fallback={<FormPlaceholder fields={2} height={canUsePasskeys() ? '25.2rem' : '21.3rem'} />}>
                <SignInForm />
              </Suspense>
            </Tabs.Content>
            <Tabs.Content value="register">
              <Suspense fallback={<FormPlaceholder fields={5} height="31.4rem" />}>
                <RegisterForm />
              </Suspense>
            </Tabs.Content>
          </Tabs.Root>
        </Panel>
        <Suspense>
          <DemoLink />
        </Suspense>
      </SimpleGrid>
      <ProductScreenshots />
      <LegalLinks>
        <ChakraLink href="/verify" color="inherit">
          {t('checkCode')}
        </ChakraLink>
      </LegalLinks>
    </Flex>
  )
}

const guillocheRings = () =>
  Array.from({ length: 22 }, (_, ring) => guilloche(28, 58 - ring * 0.9, 5, (ring * Math.PI) / 11))

/** A faint guilloche pattern behind the text. */
function Ornament() {
  const rings = useMemo(guillocheRings, [])
  return (
    <chakra.svg
      viewBox="-60 -60 120 120"
      position="absolute"
      width={{ base: '150vw', md: '72rem' }}
      insetEnd={{ base: '-75vw', md: '-36rem' }}
      top={{ base: '-75vw', md: '-20rem' }}
      fill="none"
      stroke="border.subtle"
      pointerEvents="none"
      aria-hidden
    >
      {rings.map((path) => (
        <path key={path} d={path} strokeWidth="0.12" />
      ))}
    </chakra.svg>
  )
}

type Props = { fields: number; height: string }

/** The shape of a form that is being loaded: labels, inputs and a button. It has the height of the form in English. */
function FormPlaceholder({ fields, height }: Props) {
  return (
    <Stack gap="5" height={height} overflow="hidden" aria-hidden>
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike.
        <Stack key={field} gap="1.5">
          <Skeleton height="4" width="28" />
          <Skeleton height="10" />
        </Stack>
      ))}
      <Skeleton height="10" width="32" />
    </Stack>
  )
}
