import { Alert, Button, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { attempt } from '#client/core/errors.ts'
import { saveBlob } from '#client/core/files.ts'
import { useText } from '#client/core/i18n.ts'
import type { Owner } from '#client/core/offline/database.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { offline } from '#client/core/offline/records.ts'
import { rescueUnsent } from '#client/core/offline/transfer.ts'
import { notify } from '#client/ui/toast.tsx'
import { parcelName, saveUnsent } from './copies.tsx'

/** What this device cannot keep, and the way to a copy of what it has. */
export function Component() {
  const { engine, shut } = offline()
  if (shut) return <Shut owner={shut} />
  return engine ? <Full engine={engine} /> : null
}

function Shut({ owner }: { owner: Owner }) {
  const t = useText('sync')
  const rescue = async () => {
    try {
      saveBlob(await rescueUnsent(owner), parcelName())
    } catch {
      notify({ tone: 'error', title: t('unreadable') })
    }
  }
  return (
    <Danger text={t('shut')}>
      <Button size="sm" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
      <Button size="sm" variant="outline" onClick={() => void rescue()}>
        {t('export')}
      </Button>
    </Danger>
  )
}

function Full({ engine }: { engine: Offline }) {
  const t = useText('sync')
  return (
    <Danger text={t('full')}>
      <Button size="sm" onClick={() => void engine.sendNow()}>
        {t('sendNow')}
      </Button>
      <Button size="sm" variant="outline" onClick={() => attempt(saveUnsent(engine))}>
        {t('export')}
      </Button>
    </Danger>
  )
}

function Danger({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Alert.Root status="error" borderRadius="0" flexWrap="wrap" data-testid="storage-alert">
      <Alert.Indicator />
      <Alert.Title flex="1 1 20rem">{text}</Alert.Title>
      <Flex gap="2" wrap="wrap">
        {children}
      </Flex>
    </Alert.Root>
  )
}
