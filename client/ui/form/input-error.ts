import { createContext, use, useEffect } from 'react'

/** Marks an input with an invalid text, so that a form does not treat it as empty. */
export const unreadable = 'data-unreadable'

export const OwnErrorContext = createContext<((error: string | undefined) => void) | undefined>(undefined)

/** Shows an error that an input itself has found, translated, beside its field. */
export function useOwnError(error: string | undefined): void {
  const show = use(OwnErrorContext)
  useEffect(() => {
    show?.(error)
    return () => show?.(undefined)
  }, [show, error])
}

/** Focuses the first input of a form with an invalid text. Returns whether there is one. */
export function focusUnreadable(form: HTMLElement | null): boolean {
  const input = form?.querySelector<HTMLElement>(`[${unreadable}]`)
  input?.focus()
  return input !== null && input !== undefined
}
