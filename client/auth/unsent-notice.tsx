import { Alert, Button, Stack } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTask } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { knownWorker } from '#client/core/identity.ts'
import { unsentCount } from '#client/core/offline/raw.ts'
import { workOffline } from '#client/core/session.ts'
import { notify } from '#client/ui/toast.tsx'

/**
 * Says that this device has unsent work: it is sent when its owner is back. Somebody who did not sign out can go on with theirs
 * where there is no connection.
 */
export function Component() {
  const t = useText('sync')
  const [count, setCount] = useState(0)
  const [known] = useState(knownWorker)
  useEffect(() => {
    // A browser that shows no databases has nothing to tell.
    unsentCount().then(setCount, () => undefined)
  }, [])
  const goOn = useTask(async () => {
    if (!(await workOffline())) notify({ tone: 'info', title: t('connected') })
  })
  if (count === 0 && !known) return null
  return (
    <Stack gap="3" marginBottom="4" align="start">
      {count > 0 && (
        <Alert.Root status="warning" data-testid="unsent-here">
          <Alert.Indicator />
          <Alert.Title>{t('unsentHere', { count })}</Alert.Title>
        </Alert.Root>
      )}
      {known && (
        <Button
          variant="outline"
          size="sm"
          height="auto"
          paddingBlock="2"
          whiteSpace="normal"
          textAlign="start"
          overflowWrap="anywhere"
          loading={goOn.isPending}
          onClick={() => goOn.mutate()}
        >
          {t('workOffline', { email: known.email })}
        </Button>
      )}
    </Stack>
  )
}
