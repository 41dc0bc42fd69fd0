import { Alert, Button, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { saveBlob } from '#client/core/files/save-file.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { Owner } from '#client/core/offline/database/database-name.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { exportFileName, exportUnsentRaw } from '#client/core/offline/outbox/export-import.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { SendOrSave } from './export/send-or-save.tsx'

/** Warns of storage problems on this device, with a link to export its unsent operations. */
export function Component() {
  const { engine, failedOwner } = offline()
  const outdated = offlineStatus((state) => state.outdated)
  if (failedOwner) return <DatabaseClosedAlert owner={failedOwner} />
  if (outdated) return <OutdatedAlert />
  return engine ? <StorageFullAlert engine={engine} /> : null
}

function DatabaseClosedAlert({ owner }: { owner: Owner }) {
  const t = useText('sync')
  const rescue = async () => {
    try {
      saveBlob(await exportUnsentRaw(owner), exportFileName())
    } catch {
      notify({ tone: 'error', title: t('unreadable') })
    }
  }
  return (
    <AlertBanner text={t('shut')}>
      <ReloadButton />
      <Button size="sm" variant="outline" onClick={() => void rescue()}>
        {t('export')}
      </Button>
    </AlertBanner>
  )
}

/** A newer version in another tab has closed the database of this tab. */
function OutdatedAlert() {
  const t = useText('app')
  return (
    <AlertBanner text={t('tabOutdated')}>
      <ReloadButton />
    </AlertBanner>
  )
}

function ReloadButton() {
  const t = useText('sync')
  return (
    <Button size="sm" onClick={() => location.reload()}>
      {t('reload')}
    </Button>
  )
}

function StorageFullAlert({ engine }: { engine: OfflineEngine }) {
  const t = useText('sync')
  return (
    <AlertBanner text={t('full')}>
      <SendOrSave engine={engine} />
    </AlertBanner>
  )
}

function AlertBanner({ text, children }: { text: string; children: ReactNode }) {
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
