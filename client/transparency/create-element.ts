type Content = string | Node

/** Creates an element with attributes and content. Text is never parsed as markup. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...content: Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...content)
  return element
}

export const list = (lines: readonly string[]): HTMLElement =>
  createElement('ul', {}, ...lines.map((line) => createElement('li', {}, line)))

type Picker = {
  className: string
  accept?: string
  isMultiple?: boolean
}

/** A button-like label around a hidden file input, which keyboards and screen readers reach. */
export function filePicker(
  label: string,
  { className, accept = '', isMultiple = false }: Picker,
  pick: (files: File[]) => void,
): HTMLElement {
  const attributes = { type: 'file', accept, class: 'unseen', ...(isMultiple && { multiple: '' }) }
  const input = createElement('input', attributes)
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) pick(files)
    input.value = ''
  })
  return createElement('label', { class: className }, input, createElement('span', {}, label))
}
