import { createContext, useContext } from 'react'

type DialogControls = {
  /** The element of the footer, which stays visible while the fields scroll. Null until it is rendered. */
  footer: HTMLElement | null
  /** Closes the dialog, with confirmation while there is unsaved input. Absent where only the content can close it. */
  close: (() => void) | undefined
}

const DialogContext = createContext<DialogControls | undefined>(undefined)
export const DialogProvider = DialogContext.Provider
/** What a component can do with the dialog around it, if there is one. */
export const useDialogControls = (): DialogControls | undefined => useContext(DialogContext)
