import { Box, Button } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { whileUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { saveBlob } from '#client/core/files/save-file.ts'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { exportFileName, type ImportProgress, InvalidExportError } from '#client/core/offline/outbox/export-import.ts'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'

/** Buttons to export unsent operations as a file, and to import such a file. */
export function ExportImport({ engine, hasUnsent }: { engine: OfflineEngine; hasUnsent: boolean }) {
  const t = useText('sync')
  return (
    <>
      <Button variant="outline" disabled={!hasUnsent} onClick={() => showErrorOnFailure(downloadUnsent(engine))}>
        {t('export')}
      </Button>
      <ImportButton engine={engine} />
    </>
  )
}

/** Imports a file of unsent operations. */
export function ImportButton({ engine }: { engine: OfflineEngine }) {
  const t = useText('sync')
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<ImportProgress>()
  const take = useTask(async (file: File) => {
    try {
      const count = await whileUnsaved(engine.importUnsent(file, setProgress))
      notify({ tone: 'success', title: t('imported', { count }) })
    } catch (error) {
      if (!(error instanceof InvalidExportError)) throw error
      notify({ tone: 'error', title: t('foreignFile') })
    } finally {
      setProgress(undefined)
    }
  })
  return (
    <>
      <Button variant="outline" loading={take.isPending} onClick={() => input.current?.click()}>
        {t('import')}
      </Button>
      {progress && (
        <Box flexBasis="full">
          <ProgressBar label={t('importing')} {...progress} />
        </Box>
      )}
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('import')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) take.mutate(file)
          target.value = ''
        }}
      />
    </>
  )
}

export async function downloadUnsent(engine: OfflineEngine): Promise<void> {
  saveBlob(await engine.exportUnsent(), exportFileName())
}
