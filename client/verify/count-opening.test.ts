// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { countOpening } from './count-opening.ts'

const navigation = (deliveryType: string) => [{ deliveryType } as unknown as PerformanceEntry]

test('a page that was rendered ahead is loaded again when it is opened, and not before [VE09]', () => {
  const page = Object.assign(new EventTarget(), { prerendering: true })
  const reload = vi.fn()
  countOpening(page, { entries: navigation(''), reload })
  expect(reload).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('prerenderingchange'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page whose document was fetched ahead is loaded again, and any other page is not [VE09]', () => {
  const reload = vi.fn()
  countOpening(new EventTarget(), { entries: navigation('navigational-prefetch'), reload })
  expect(reload).toHaveBeenCalledTimes(1)
  for (const entries of [navigation(''), navigation('cache'), []]) countOpening(new EventTarget(), { entries, reload })
  expect(reload).toHaveBeenCalledTimes(1)
})
