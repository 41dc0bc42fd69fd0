import { useEffect, useRef } from 'react'
import { isDialogOpen, letterOf } from '#client/core/letter-key.ts'

/** The action of each key, in the order of the list of shortcuts. */
export const reviewShortcuts = [
  { command: 'next', keys: ['J', '→'] },
  { command: 'previous', keys: ['K', '←'] },
  { command: 'approve', keys: ['A'] },
  { command: 'reject', keys: ['R'] },
  { command: 'requestChanges', keys: ['C'] },
  { command: 'undo', keys: ['U'] },
  { command: 'keys', keys: ['?'] },
] as const
export type ReviewCommand = (typeof reviewShortcuts)[number]['command']

const named: Record<string, ReviewCommand> = { ArrowRight: 'next', ArrowLeft: 'previous', '?': 'keys' }
const letters: Record<string, ReviewCommand> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  c: 'requestChanges',
  u: 'undo',
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat'>

/** Matches a key by its letter, or by its position on a keyboard with another script. */
export function commandOf({ key, code, altKey, ctrlKey, metaKey, repeat }: KeyPress): ReviewCommand | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  const command = named[key] ?? letters[letterOf({ key, code })]
  // A held key repeats navigation, but decides only once.
  return repeat && command !== 'next' && command !== 'previous' ? undefined : command
}

const ignoredTargets = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

/** Listens to keys on the whole screen, except in inputs, dialogs and menus. */
export function useReviewShortcuts(run: (command: ReviewCommand) => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(ignoredTargets))) return
      if (isDialogOpen()) return
      const command = commandOf(event)
      if (!command) return
      event.preventDefault()
      latest.current(command)
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
