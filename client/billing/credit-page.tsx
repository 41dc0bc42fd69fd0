import { SimpleGrid } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { ContactCard } from '#client/support/contact-card.tsx'
import { ContactForm } from '#client/support/contact-form.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanRequests } from './plan-requests.tsx'

/** The balance, the offered plans and the contact for buying them. */
export function Component() {
  const t = useText('billing')
  return (
    <Page title={t('creditTitle')} description={t('creditDescription')}>
      <BalancePanel />
      <PlanCards />
      <PlanRequests />
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
  const support = useText('support')
  const account = useViewer()?.email ?? ''
  return (
    <PageSection title={t('contact')} as="section" aria-label={t('contact')}>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {contacts.map(({ name, hint, subject }) => (
          <ContactCard key={name} name={t(name)} hint={t(hint)} subject={t(subject, { account })} />
        ))}
      </SimpleGrid>
      <Panel title={support('formTitle')}>
        <ContactForm />
      </Panel>
    </PageSection>
  )
}
