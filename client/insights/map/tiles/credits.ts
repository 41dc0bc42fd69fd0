/** A part of the attribution that the providers of a map require. */
export type Credit = { text: string; href?: string }

/**
 * Reads the attribution of a source, which is HTML from another server: its text stays, with the links among it that lead to web
 * pages.
 */
export function creditsOf(html: string): Credit[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove()
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const credits: Credit[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent ?? ''
    const href = walker.currentNode.parentElement?.closest('a')?.getAttribute('href') ?? ''
    if (text !== '') credits.push({ text, ...(/^https?:\/\//i.test(href) && { href }) })
  }
  return credits
}
