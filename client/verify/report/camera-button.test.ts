import { expect, test, vi } from 'vitest'
import { offerCamera } from './camera-button.ts'

/** The part of the form that matters, on a device with or without a touch screen. */
function formOn(pointer: 'coarse' | 'fine') {
  document.body.innerHTML = `<form><input type="file" accept="image/jpeg,image/png"><button type="button" class="camera" hidden></button></form>`
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
  const form = document.querySelector('form')!
  offerCamera(form)
  const field = form.querySelector('input')!
  /** The attribute `capture` of the field at each click: it decides what the browser opens. */
  const opened: (string | null)[] = []
  field.addEventListener('click', () => opened.push(field.getAttribute('capture')))
  return { field, button: form.querySelector('button')!, opened }
}

test('lets a person choose between the camera and the photos of the phone when they report an item [VD08]', () => {
  const { field, button, opened } = formOn('coarse')
  expect(button.hidden).toBe(false)
  field.click()
  button.click()
  field.click()
  expect(opened).toEqual([null, 'environment', null])
})

test('shows no button for the camera when the device has no touch screen [VD08]', () => {
  expect(formOn('fine').button.hidden).toBe(true)
})
