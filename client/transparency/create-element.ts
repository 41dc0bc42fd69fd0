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

/** A button-like label around a hidden file input, which keyboards and screen readers reach. */
export function filePicker(label: string, accept: string, pick: (file: File) => void, className = 'pick'): HTMLElement {
  const input = createElement('input', { type: 'file', accept, class: 'unseen' })
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) pick(file)
    input.value = ''
  })
  return createElement('label', { class: className }, input, createElement('span', {}, label))
}
