import { useState } from 'react'
import { pickSaveLocation, saveBlob, writeFileTo } from '#client/core/files/save-file.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { NotInExportError } from '#client/core/offline/outbox/discard.ts'
import { exportFileName } from './export-import.tsx'

/** A file handed to the browser as a download: only the user can confirm that it was saved. */
export type DownloadedExport = { name: string; file: Blob; isOutdated: boolean }

export type ExportAndDiscard = ReturnType<typeof useExportAndDiscard>

/**
 * Unsent work that goes into a file and off this device. It goes when it was read back from the place that its person chose,
 * or when they say that the downloaded file is there.
 */
export function useExportAndDiscard(engine: OfflineEngine, onDone: () => void) {
  const [saved, setSaved] = useState<DownloadedExport>()

  async function discard(name: string, file: Blob): Promise<void> {
    try {
      await engine.discardExported(file)
    } catch (error) {
      if (!(error instanceof NotInExportError)) throw error
      setSaved({ name, file, isOutdated: true })
      return
    }
    onDone()
  }
  async function save(): Promise<void> {
    const name = exportFileName()
    // A browser lets a page ask for a place right after a press alone, hence before the file is made.
    const place = await pickSaveLocation(name)
    if (place === 'cancelled') return
    const file = await engine.exportUnsent()
    if (place) return discard(name, await writeFileTo(place, file))
    saveBlob(file, name)
    setSaved({ name, file, isOutdated: false })
  }
  return {
    saved,
    save,
    discard: async () => saved && discard(saved.name, saved.file),
    giveUp: () => setSaved(undefined),
  }
}
