import { useEffect } from 'react'
import { create } from 'zustand'

/** How many forms on screen hold something that is not saved. */
export const unsaved = create<{ forms: number }>()(() => ({ forms: 0 }))

/** Counts as unsaved work while `dirty`: nothing may reload the page under it. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    unsaved.setState(({ forms }) => ({ forms: forms + 1 }))
    return () => unsaved.setState(({ forms }) => ({ forms: forms - 1 }))
  }, [dirty])
}
