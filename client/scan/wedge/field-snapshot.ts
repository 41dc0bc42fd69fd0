/** Remembers what has the focus as it is, and answers how to take back `typed` characters that reached it since. */
export function snapshotField(element: Element | null): (typed: number) => void {
  if (element instanceof HTMLInputElement) return snapshotValue(element, HTMLInputElement.prototype)
  if (element instanceof HTMLTextAreaElement) return snapshotValue(element, HTMLTextAreaElement.prototype)
  if (element instanceof HTMLSelectElement) return snapshotValue(element, HTMLSelectElement.prototype)
  if (element instanceof HTMLElement && element.isContentEditable) return snapshotEditor()
  return () => {}
}

/** The setter of the prototype is the browser's own: React listens for changes that do not go through its own. */
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

/** Numbers and e-mail addresses have no selection to speak of. */
function selectionOf({ selectionStart, selectionEnd, selectionDirection }: HTMLInputElement | HTMLTextAreaElement) {
  if (selectionStart === null || selectionEnd === null) return undefined
  return [selectionStart, selectionEnd, selectionDirection ?? 'none'] as const
}

/** An editor keeps a document of its own: the characters are deleted as a person would, a replaced selection typed anew. */
function snapshotEditor() {
  const replaced = getSelection()?.toString() ?? ''
  return (typed: number) => {
    for (let n = 0; n < typed; n++) document.execCommand('delete')
    if (replaced !== '') document.execCommand('insertText', false, replaced)
  }
}
