import { Button, Flex, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { Panel } from '#client/ui/layout/panel.tsx'

/** Shown in place of the numbers until the e-mail is confirmed. */
export function ConfirmEmail() {
  const t = useText('insights')
  return (
    <Panel>
      <Flex gap="4" align="center" wrap="wrap">
        <Text flex="1">{t('confirmEmail')}</Text>
        <Button asChild variant="outline">
          <Link to="/settings">{t('toSettings')}</Link>
        </Button>
      </Flex>
    </Panel>
  )
}
