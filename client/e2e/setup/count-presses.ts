import type { Page } from '@playwright/test'

/**
 * Counts what a person presses on a page: clicks, and two presses for each choice from a list. Typing is not counted,
 * nor are presses in dialogs of the operating system.
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeBinding('pressed', () => {
    presses++
  })
  await page.addInitScript(() => {
    const { pressed } = window as unknown as { pressed: () => void }
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && pressed(), true)
    // A list of options is chosen without the pointer here; a person opens it and presses an option.
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) for (const _ of ['open', 'choose']) pressed()
      },
      true,
    )
  })
  return () => presses
}
