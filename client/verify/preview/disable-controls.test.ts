import { afterEach, expect, test } from 'vitest'
import { disableControls } from './disable-controls.ts'

const page = document.implementation.createHTMLDocument()
disableControls(page)

/** Whether the browser does what the element is for when it is pressed. */
const isEnabled = (selector: string) =>
  page.querySelector(selector)!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))

afterEach(() => page.body.replaceChildren())

test('opens a part of the preview, but follows no link and sends no form when they are pressed', () => {
  page.body.innerHTML =
    '<details><summary><b>Proof</b></summary></details><a href="#x"><i>Link</i></a><form><button>Send</button></form>'
  expect(isEnabled('summary b')).toBe(true)
  expect(isEnabled('a i')).toBe(false)
  expect(isEnabled('button')).toBe(false)
  const submit = new Event('submit', { bubbles: true, cancelable: true })
  expect(page.querySelector('form')!.dispatchEvent(submit)).toBe(false)
})
