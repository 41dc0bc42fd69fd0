/** In the preview, links lead nowhere and forms send nothing. Parts that open, such as the proof, do open. */
export function disableControls(page: Document): void {
  const cancel = (event: Event) => event.preventDefault()
  const cancelOnControl = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a, button, input')) cancel(event)
  }
  page.addEventListener('click', cancelOnControl, { capture: true })
  page.addEventListener('submit', cancel, { capture: true })
}
