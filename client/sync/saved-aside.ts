import { useState } from 'react'
import { chosenPlace, saveBlob, writeTo } from '#client/core/files.ts'
import { NotInFile } from '#client/core/offline/discard.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { parcelName } from './copies.tsx'

/** A file that was handed to the browser as a download: nobody but its person can say whether it arrived. */
export type Saved = { name: string; file: Blob; isOlder: boolean }

export type SavedAside = ReturnType<typeof useSavedAside>

/**
 * Unsent work that goes into a file and off this device. It goes when it was read back from the place that its person chose,
 * or when they say that the downloaded file is there.
 */
export function useSavedAside(engine: Offline, onDone: () => void) {
  const [saved, setSaved] = useState<Saved>()

  async function discard(name: string, file: Blob): Promise<void> {
    try {
      await engine.discardSaved(file)
    } catch (error) {
      if (!(error instanceof NotInFile)) throw error
      setSaved({ name, file, isOlder: true })
      return
    }
    onDone()
  }
  async function save(): Promise<void> {
    const name = parcelName()
    // A browser lets a page ask for a place right after a press alone, hence before the file is made.
    const place = await chosenPlace(name)
    if (place === 'given up') return
    const file = await engine.exportUnsent()
    if (place) return discard(name, await writeTo(place, file))
    saveBlob(file, name)
    setSaved({ name, file, isOlder: false })
  }
  return {
    saved,
    save,
    discard: async () => saved && discard(saved.name, saved.file),
    giveUp: () => setSaved(undefined),
  }
}
