import { createContext, useContext } from 'react'

type OpenDialog = {
  /** The element of the footer, which stays visible while the fields scroll. Null until it is rendered. */
  footer: HTMLElement | null
  /** Closes the dialog, with confirmation while there is unsaved input. Absent where only the content can close it. */
  close: (() => void) | undefined
}

const DialogContext = createContext<OpenDialog | undefined>(undefined)
export const DialogProvider = DialogContext.Provider
/** The dialog around a component, if there is one. */
export const useOpenDialog = (): OpenDialog | undefined => useContext(DialogContext)
