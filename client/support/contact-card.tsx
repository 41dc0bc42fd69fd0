import { Link as ChakraLink, Heading, Stack, Text } from '@chakra-ui/react'
import { LuMail, LuPhone, LuSend } from 'react-icons/lu'
import { mailto } from '#client/core/format/mailto.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useSupportEmail } from '#client/support/use-support-email.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { supportContract } from '#shared/support/contract.ts'

/** E-mail and phone of support, and when to use them. */
export function ContactCard({ name, hint, subject }: { name: string; hint: string; subject: string }) {
  const t = useText('support')
  const { data } = useRead(supportContract.contact, {}, { quiet: true })
  const email = useSupportEmail()
  const { phone, telegram } = data ?? { phone: null, telegram: null }
  const ways = [
    email && { to: `${mailto(email)}?subject=${encodeURIComponent(subject)}`, Icon: LuMail, words: email },
    phone && { to: `tel:${phone.replace(/[^\d+]/g, '')}`, Icon: LuPhone, words: `${t('phone')}: ${phone}` },
    telegram && { to: `https://t.me/${telegram}`, Icon: LuSend, words: `${t('telegram')}: @${telegram}` },
  ].filter((way) => way !== null && way !== '')
  return (
    <Panel as="div">
      <Stack gap="2" align="start">
        <Heading as="h3" size="md" fontWeight="600">
          {name}
        </Heading>
        <Text color="fg.muted">{hint}</Text>
        {ways.map(({ to, Icon, words }) => (
          <ChakraLink key={to} href={to} textDecoration="underline">
            <Icon aria-hidden />
            {words}
          </ChakraLink>
        ))}
      </Stack>
    </Panel>
  )
}
