import { Button, Stack, Text } from '@chakra-ui/react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { enterDemo } from '#client/core/session/session.ts'
import { skuContract } from '#shared/sku/contract.ts'

/** Opens the console in demo mode, without an account. Shown only if this server has demo data. */
export function Component() {
  const t = useText('auth')
  const { data } = useRead(skuContract.demo, { query: { limit: 1 } }, { quiet: true })
  if (!data?.total) return null
  return (
    <Stack gap="2" align="start">
      <Button variant="outline" size="lg" onClick={enterDemo}>
        {t('tryDemo')}
      </Button>
      <Text color="fg.muted" textStyle="sm">
        {t('tryDemoHint')}
      </Text>
    </Stack>
  )
}
