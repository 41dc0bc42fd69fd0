import type { CDPSession, Page } from '@playwright/test'

/** Milliseconds between two keys of a hardware scanner, and of a fast typist. */
export const pace = { scanner: 5, person: 60 }

type Key = { key: string; code?: string; text: string; windowsVirtualKeyCode?: number }

/** Presses keys with given timestamps. The page uses these timestamps, so the speed of this machine does not matter. */
export async function pressKeys(page: Page, text: string, paceMs: number, last?: 'Enter'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const keys = [...text].map(characterKey)
  if (last) keys.push({ key: last, code: last, text: '\r', windowsVirtualKeyCode: 13 })
  const began = Date.now() - keys.length * paceMs
  // Sent without waiting: the browser queues the keys in order.
  await Promise.all(keys.map((key, n) => pressKey(session, key, (began + n * paceMs) / 1000)))
  await session.detach()
}

function characterKey(letter: string): Key {
  if (/[a-z]/i.test(letter)) return { key: letter, text: letter, code: `Key${letter.toUpperCase()}` }
  return { key: letter, text: letter, ...(/\d/.test(letter) && { code: `Digit${letter}` }) }
}

/** `at` in seconds, as in the DevTools protocol. */
async function pressKey(session: CDPSession, key: Key, at: number): Promise<void> {
  const shiftsLetter = /^[A-Z]$/.test(key.key) ? 8 : 0
  const event = { ...key, modifiers: shiftsLetter, timestamp: at }
  await Promise.all([
    session.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown' }),
    session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
  ])
}
