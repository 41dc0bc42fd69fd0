import { useEffect } from 'react'
import { letterOf } from '#client/core/letter-key.ts'

/** Ctrl+Z (Command on a Mac) is undo and Ctrl+Shift+Z is redo for any focused element, except in a dialog. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]')) return
      if (letterOf(event) !== 'z') return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [undo, redo])
}
