/**
 * Shows the button for the camera on phones and tablets. The field itself has no `capture`, because then a phone would not offer
 * photos that exist already; and some phones offer only those.
 */
export function offerCamera(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('.camera')
  const photo = form.querySelector<HTMLInputElement>('input[type=file]')
  if (!button || !photo || !matchMedia('(pointer: coarse)').matches) return
  button.hidden = false
  button.addEventListener('click', () => {
    // Browsers read the attribute when the field is clicked.
    photo.setAttribute('capture', 'environment')
    photo.click()
    photo.removeAttribute('capture')
  })
}
