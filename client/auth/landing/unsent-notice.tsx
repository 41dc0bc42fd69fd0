import { Alert, Box, Button, Stack, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { saveBlob } from '#client/core/files/save-file.ts'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'
import { countRawOutbox, countUnsent } from '#client/core/offline/database/raw-read.ts'
import { blockedAccount } from '#client/core/offline/removal/blocked-account.ts'
import { workOffline } from '#client/core/session/session.ts'
import { rememberedOfflineUser } from '#client/core/session/session-storage.ts'

/**
 * Reports unsent work on this device, which is sent after its owner signs in. A user who did not sign out can continue
 * without a connection.
 */
export function Component() {
  const t = useText('sync')
  const [count, setCount] = useState(0)
  const [known] = useState(rememberedOfflineUser)
  const blocked = blockedAccount(({ owner }) => owner)
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
          <Stack gap="1">
            <Alert.Title>{t('unsentHere', { count })}</Alert.Title>
            {!known && <Alert.Description>{t('unsentHereHint')}</Alert.Description>}
          </Stack>
        </Alert.Root>
      )}
      {blocked && <BlockedAccount owner={blocked} />}
      {known && <WorkOffline email={known.email} />}
    </>
  )
}

/** The owner of unsent work whose account is blocked takes it in a file. */
function BlockedAccount({ owner }: { owner: Owner }) {
  const t = useText('sync')
  const [count, setCount] = useState(0)
  useEffect(() => {
    countRawOutbox(databaseName(owner)).then(setCount, () => undefined)
  }, [owner])
  const save = async () => {
    const { exportUnsentRaw, exportFileName } = await import('#client/core/offline/outbox/export-import.ts')
    saveBlob(await exportUnsentRaw(owner), exportFileName())
  }
  if (count === 0) return null
  return (
    <Alert.Root status="error" marginBottom="4" data-testid="blocked-here">
      <Alert.Indicator />
      <Stack gap="2" align="start">
        <Alert.Title>{t('blockedHere', { count })}</Alert.Title>
        <Button size="sm" onClick={() => showErrorOnFailure(save())}>
          {t('export')}
        </Button>
      </Stack>
    </Alert.Root>
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
