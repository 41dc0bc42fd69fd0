/**
 * Remembers the state of the focused element, and returns a function that removes `typed` characters that were added
 * since.
 */
export function snapshotField(element: Element | null): (typed: number) => void {
  if (element instanceof HTMLInputElement) return snapshotValue(element, HTMLInputElement.prototype)
  if (element instanceof HTMLTextAreaElement) return snapshotValue(element, HTMLTextAreaElement.prototype)
  if (element instanceof HTMLSelectElement) return snapshotValue(element, HTMLSelectElement.prototype)
  if (element instanceof HTMLElement && element.isContentEditable) return snapshotEditor()
  return () => {}
}

/** Uses the setter of the prototype, so that React notices the change. */
function snapshotValue(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, prototype: object) {
  const { value } = field
  const selection = field instanceof HTMLSelectElement ? undefined : selectionOf(field)
  return () => {
    if (field.value === value) return
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
    if (selection && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Number and e-mail inputs have no selection API. */
function selectionOf({ selectionStart, selectionEnd, selectionDirection }: HTMLInputElement | HTMLTextAreaElement) {
  if (selectionStart === null || selectionEnd === null) return undefined
  return [selectionStart, selectionEnd, selectionDirection ?? 'none'] as const
}

/**
 * An editor has its own document model: the characters are deleted as by a user, and a replaced selection is typed
 * again.
 */
function snapshotEditor() {
  const replaced = getSelection()?.toString() ?? ''
  return (typed: number) => {
    for (let n = 0; n < typed; n++) document.execCommand('delete')
    if (replaced !== '') document.execCommand('insertText', false, replaced)
  }
}
