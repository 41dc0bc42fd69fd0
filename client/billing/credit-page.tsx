import { Link as ChakraLink, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { LuMail } from 'react-icons/lu'
import { supportEmail } from '#client/core/errors.ts'
import { useText } from '#client/core/i18n.ts'
import { useViewer } from '#client/core/viewer.ts'
import { Page } from '#client/ui/page.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { mailLink } from './mail-link.ts'
import { PlanCards } from './plan-cards.tsx'

/** The balance, what is on offer, and whom to ask for it. */
export function Component() {
  const t = useText('billing')
  return (
    <Page title={t('creditTitle')} description={t('creditDescription')}>
      <BalancePanel />
      <PlanCards />
      <Contacts />
    </Page>
  )
}

const contacts = [
  { name: 'sales', hint: 'salesHint', subject: 'salesSubject' },
  { name: 'support', hint: 'supportHint', subject: 'supportSubject' },
] as const

function Contacts() {
  const t = useText('billing')
  const account = useViewer()?.email ?? ''
  return (
    <Stack as="section" gap="4" aria-label={t('contact')}>
      <Heading as="h2" size="lg" fontWeight="600">
        {t('contact')}
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {contacts.map(({ name, hint, subject }) => (
          <Panel as="div" key={name}>
            <Stack gap="2">
              <Heading as="h3" size="md" fontWeight="600">
                {t(name)}
              </Heading>
              <Text color="fg.muted">{t(hint)}</Text>
              <ChakraLink href={mailLink(supportEmail, t(subject, { account }))} textDecoration="underline">
                <LuMail aria-hidden />
                {supportEmail}
              </ChakraLink>
            </Stack>
          </Panel>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
