import { useEffect } from 'react'

/** Ctrl+Z takes back and Ctrl+Shift+Z does again, wherever the focus is, except in a dialog. On a Mac it is the command key. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]')) return
      // By its letter where the layout has one, by its place where it is a Russian one.
      const isZ = event.key.toLowerCase() === 'z' || event.code === 'KeyZ'
      if (!isZ) return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [undo, redo])
}
