import { createContext, use, useEffect } from 'react'

/** Marks an input with an invalid text, so that a form does not treat it as empty. */
export const invalidText = 'data-invalid-text'

export const InputErrorContext = createContext<((error: string | undefined) => void) | undefined>(undefined)

/** Shows an error that an input itself has found, translated, beside its field. */
export function useInputError(error: string | undefined): void {
  const show = use(InputErrorContext)
  useEffect(() => {
    show?.(error)
    return () => show?.(undefined)
  }, [show, error])
}

/** Focuses the first input of a form with an invalid text. Returns whether there is one. */
export function focusInvalidInput(form: HTMLElement | null): boolean {
  const input = form?.querySelector<HTMLElement>(`[${invalidText}]`)
  input?.focus()
  return input !== null && input !== undefined
}
