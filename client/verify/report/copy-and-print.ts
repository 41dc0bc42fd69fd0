/** Buttons of plain pages: one copies the text that it names, the other prints the page. */
export function offerCopyAndPrint(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', async () => {
      const status = button.parentElement!.querySelector('[role=status]')!
      status.textContent = ''
      try {
        await navigator.clipboard.writeText(button.dataset.copy!)
        status.textContent = button.dataset.copied!
      } catch {
        // The browser forbids it: the text is on the page.
      }
    })
  }
  for (const button of page.querySelectorAll('[data-print]')) button.addEventListener('click', () => window.print())
}
