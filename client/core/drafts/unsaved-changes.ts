import { useEffect } from 'react'
import { create } from 'zustand'

/**
 * The number of components on screen with unsaved work: forms, dialogs that confirm before closing, lists of codes,
 * running uploads. The page is not reloaded automatically while it is above zero.
 */
export const unsaved = create<{ forms: number }>()(() => ({ forms: 0 }))

/** Counts the component as unsaved work while `dirty`. This prevents an automatic reload of the page. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    unsaved.setState(({ forms }) => ({ forms: forms + 1 }))
    return () => unsaved.setState(({ forms }) => ({ forms: forms - 1 }))
  }, [dirty])
}

/** Counts a promise as unsaved work until it is fulfilled or rejected. */
export async function whileUnsaved<T>(work: Promise<T>): Promise<T> {
  unsaved.setState(({ forms }) => ({ forms: forms + 1 }))
  try {
    return await work
  } finally {
    unsaved.setState(({ forms }) => ({ forms: forms - 1 }))
  }
}
