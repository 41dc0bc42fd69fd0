import { Button } from '@chakra-ui/react'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { downloadUnsent } from './export-import.tsx'

/** The buttons of an alert about unsent work: send it now, or save a copy to a file. */
export function SendOrSave({ engine }: { engine: OfflineEngine }) {
  const t = useText('sync')
  return (
    <>
      <Button size="sm" onClick={() => showErrorOnFailure(engine.sendNow())}>
        {t('sendNow')}
      </Button>
      <Button size="sm" variant="outline" onClick={() => showErrorOnFailure(downloadUnsent(engine))}>
        {t('export')}
      </Button>
    </>
  )
}
