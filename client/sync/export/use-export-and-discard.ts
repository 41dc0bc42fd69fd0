import { useState } from 'react'
import { pickSaveLocation, saveBlob, writeFileTo } from '#client/core/files/save-file.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { NotInExportError } from '#client/core/offline/outbox/discard.ts'
import { exportFileName } from '#client/core/offline/outbox/export-import.ts'

/** A file that was handed to the browser as a download. Only the user can confirm that it was saved. */
export type DownloadedExport = { name: string; file: Blob; isOutdated: boolean }

export type ExportAndDiscard = ReturnType<typeof useExportAndDiscard>

/**
 * Exports unsent operations to a file and discards them. Discards after the file was read back from the chosen place,
 * or after the user confirmed the download.
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
    // Browsers allow the save dialog only directly after a user action, so it is opened before the file is created.
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
