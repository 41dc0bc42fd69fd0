import { useEffect } from 'react'
import { create } from 'zustand'

/**
 * The number of components on screen with unsaved work: forms, dialogs that confirm before closing, lists of codes,
 * running uploads. The page is not reloaded automatically while it is above zero.
 */
export const unsaved = create<{ forms: number }>()(() => ({ forms: 0 }))

/** Counts as unsaved work while `dirty`: nothing may reload the page under it. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    unsaved.setState(({ forms }) => ({ forms: forms + 1 }))
    return () => unsaved.setState(({ forms }) => ({ forms: forms - 1 }))
  }, [dirty])
}

/** Counts as unsaved work until it has ended. */
export async function whileUnsaved<T>(work: Promise<T>): Promise<T> {
  unsaved.setState(({ forms }) => ({ forms: forms + 1 }))
  try {
    return await work
  } finally {
    unsaved.setState(({ forms }) => ({ forms: forms - 1 }))
  }
}
