import { chakra, Tabs, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { ContactForm } from '#client/support/contact-form.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'

const questions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const

/** Frequent questions, and the contact form. */
export function Component() {
  const t = useText('support')
  return (
    <Page title={t('title')} description={t('description')}>
      <Tabs.Root defaultValue="faq" lazyMount>
        <Tabs.List>
          <Tabs.Trigger value="faq">{t('faq')}</Tabs.Trigger>
          <Tabs.Trigger value="contact">{t('contact')}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="faq">
          <Panel as="div">
            {questions.map((number) => (
              <chakra.details key={number} borderTopWidth={number === questions[0] ? '0' : '1px'}>
                <chakra.summary fontWeight="600" paddingBlock="3" cursor="pointer" focusVisibleRing="outside">
                  {t(`q${number}`)}
                </chakra.summary>
                <Text maxWidth="70ch" paddingBottom="4">
                  {t(`a${number}`)}
                </Text>
              </chakra.details>
            ))}
          </Panel>
        </Tabs.Content>
        <Tabs.Content value="contact">
          <Panel title={t('formTitle')} maxWidth="3xl">
            <ContactForm />
          </Panel>
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  )
}
