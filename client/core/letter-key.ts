/** The letter of a key in lower case: of the layout, or on a keyboard of another script that of the position. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isLatin = /^[\x20-\x7e]$/.test(key)
  return (isLatin ? key : code.replace(/^Key/, '')).toLowerCase()
}

/** Whether a dialog is open, and not just closing. Shortcuts of a screen are ignored while one is: its input belongs to the dialog. */
export const isDialogOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([data-state=closed])') !== null
