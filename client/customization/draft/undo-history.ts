import { useCallback, useReducer } from 'react'

/** Undo and redo stacks: newest last in `past`, first in `future`. */
type UndoHistory<T> = {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The target of the last change, and its time in ms. */
  last?: { target: string; at: number }
}

const maxSteps = 200
/** Changes to the same target within this time (ms) are one undo step. */
const mergeWithinMs = 1000

export const startUndoHistory = <T>(present: T): UndoHistory<T> => ({ past: [], present, future: [] })

/** @param target the part that is changed: consecutive changes of one target are one undo step */
export function recordChange<T>(
  history: UndoHistory<T>,
  next: T,
  target: string | undefined,
  at: number,
): UndoHistory<T> {
  if (Object.is(next, history.present)) return history
  const { last } = history
  const isSameStep =
    target !== undefined && last?.target === target && at - last.at < mergeWithinMs && history.future.length === 0
  return {
    past: isSameStep ? history.past : [...history.past, history.present].slice(-maxSteps),
    present: next,
    future: [],
    ...(target !== undefined && { last: { target, at } }),
  }
}

export function undo<T>({ past, present, future }: UndoHistory<T>): UndoHistory<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future }
  return { past: past.slice(0, -1), present: before, future: [present, ...future] }
}

export function redo<T>({ past, present, future }: UndoHistory<T>): UndoHistory<T> {
  const [after, ...rest] = future
  if (after === undefined) return { past, present, future }
  return { past: [...past, present], present: after, future: rest }
}

type Step<T, C> =
  | { do: 'change'; change: C; target: string | undefined; at: number }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'begin'; present: T }

/** A value that is changed by a reducer, with its history. */
export function useUndoHistory<T, C>(reducer: (present: T, change: C) => T, first: () => T) {
  const [history, step] = useReducer(
    (history: UndoHistory<T>, step: Step<T, C>): UndoHistory<T> => {
      switch (step.do) {
        case 'change':
          return recordChange(history, reducer(history.present, step.change), step.target, step.at)
        case 'undo':
          return undo(history)
        case 'redo':
          return redo(history)
        case 'begin':
          return startUndoHistory(step.present)
      }
    },
    undefined,
    () => startUndoHistory(first()),
  )
  return {
    present: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: useCallback(
      (change: C, target?: string) => step({ do: 'change', change, target, at: performance.now() }),
      [],
    ),
    undo: useCallback(() => step({ do: 'undo' }), []),
    redo: useCallback(() => step({ do: 'redo' }), []),
    /** Replaces the value and clears the history. */
    begin: useCallback((present: T) => step({ do: 'begin', present }), []),
  }
}
