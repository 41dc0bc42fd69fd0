import { Alert, Box, Button, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { countUnsent } from '#client/core/offline/database/raw-read.ts'
import { rememberedOfflineUser } from '#client/core/session/remembered-user.ts'
import { workOffline } from '#client/core/session/session.ts'

/**
 * Reports unsent work on this device, which is sent after its owner signs in. A user who did not sign out can continue
 * without a connection.
 */
export function Component() {
  const t = useText('sync')
  const [count, setCount] = useState(0)
  const [known] = useState(rememberedOfflineUser)
  useEffect(() => {
    // Hidden when the browser cannot list its databases.
    countUnsent().then(setCount, () => undefined)
  }, [])
  return (
    <>
      {count > 0 && (
        // Without InlineAlert, which would be in the chunk of the sign-in forms, with Chakra's alert.
        <Alert.Root status="warning" marginBottom="4" data-testid="unsent-here">
          <Alert.Indicator />
          <Alert.Title>{t('unsentHere', { count })}</Alert.Title>
        </Alert.Root>
      )}
      {known && <WorkOffline email={known.email} />}
    </>
  )
}

function WorkOffline({ email }: { email: string }) {
  const t = useText('sync')
  const [state, setState] = useState<'idle' | 'asking' | 'connected'>('idle')
  const continueOffline = async () => {
    setState('asking')
    if (!(await workOffline())) setState('connected')
  }
  return (
    <Box marginBottom="4">
      <Button
        variant="outline"
        size="sm"
        height="auto"
        paddingBlock="2"
        whiteSpace="normal"
        textAlign="start"
        overflowWrap="anywhere"
        loading={state === 'asking'}
        onClick={() => void continueOffline()}
      >
        {t('workOffline', { email })}
      </Button>
      <Text role="status" textStyle="sm" color="fg.muted">
        {state === 'connected' && t('connected')}
      </Text>
    </Box>
  )
}
