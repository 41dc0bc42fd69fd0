import { type Dispatch, type SetStateAction, useState } from 'react'

/** A dialog of a screen. `about`: what it shows or changes. */
type ScreenDialog = { kind: string; about?: unknown }

type AboutOf<Open, Kind> = Open extends { kind: infer Kinds; about?: infer About }
  ? Kind extends Kinds
    ? About
    : never
  : never

export type Dialogs<Open extends ScreenDialog> = {
  open: Open | undefined
  setOpen: Dispatch<SetStateAction<Open | undefined>>
  /**
   * Opens a dialog in the place of the one of this render. Does nothing if another one is open by then, so that what a
   * person types there is not lost when an action of a closed dialog ends late.
   */
  replace: (next: Open | undefined) => void
  /** Closes the dialog of this render, in the same way. */
  close: () => void
  /** What the open dialog is about, if it is of this kind. */
  about: <Kind extends Open['kind']>(kind: Kind) => AboutOf<Open, Kind> | undefined
}

/** The dialogs of a screen, of which one is open at a time. */
export function useDialogs<Open extends ScreenDialog>(): Dialogs<Open> {
  const [open, setOpen] = useState<Open>()
  const replace = (next: Open | undefined) => setOpen((now) => (now === open ? next : now))
  return {
    open,
    setOpen,
    replace,
    close: () => replace(undefined),
    about: (kind) => (open?.kind === kind ? (open.about as AboutOf<Open, typeof kind>) : undefined),
  }
}
