import { Alert } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useText } from '#client/core/i18n.ts'
import { unsentCount } from '#client/core/offline/raw.ts'

/** Says that this device still has work of somebody who signed out: it is sent when its owner is back. */
export function Component() {
  const t = useText('sync')
  const [count, setCount] = useState(0)
  useEffect(() => {
    // A browser that shows no databases has nothing to tell.
    unsentCount().then(setCount, () => undefined)
  }, [])
  if (count === 0) return null
  return (
    <Alert.Root status="warning" marginBottom="4" data-testid="unsent-here">
      <Alert.Indicator />
      <Alert.Title>{t('unsentHere', { count })}</Alert.Title>
    </Alert.Root>
  )
}
