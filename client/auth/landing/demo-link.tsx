import { Button, Stack, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { fetchJson } from '#client/core/http/fetch-json.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { enterDemo } from '#client/core/session/session-state.ts'

/** Opens the console in demo mode, without an account. Shown only if this server has demo data. */
export function Component() {
  const t = useText('auth')
  const hasDemo = useHasDemo()
  if (!hasDemo) return null
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

/** Whether the server lists demo products. Without the contract, because its schemas would be a third of the first files. */
function useHasDemo(): boolean {
  const [hasDemo, setHasDemo] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    fetchJson({ method: 'GET', url: '/api/sku/demo?limit=1', headers: {} }, controller.signal).then(
      ({ status, body }) => setHasDemo(status === 200 && (body as { total: number }).total > 0),
      () => undefined,
    )
    return () => controller.abort()
  }, [])
  return hasDemo
}
