import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type LazyComponent, lazyComponent } from './lazy-component.ts'

type Props = { word: string }
function Component({ word }: Props) {
  return <p>{word}</p>
}
const part = async () => ({ Component })
const shown = (Part: LazyComponent<Props>) =>
  render(
    <Suspense fallback="waiting">
      <Part word="there" />
    </Suspense>,
  ).container.textContent

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
afterEach(() => vi.restoreAllMocks())

test('renders a preloaded component immediately, and any other after a placeholder [OF01]', async () => {
  const ahead = lazyComponent(part)
  await ahead.fetch()
  expect(shown(ahead)).toBe('there')
  cleanup()
  expect(shown(lazyComponent(part))).toBe('waiting')
  expect(await screen.findByText('there')).toBeTruthy()
})

test('fetches a component again when its preload failed [OF01]', async () => {
  let isAway = true
  const Part = lazyComponent<Props>(async () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return part()
  })
  await expect(Part.fetch()).rejects.toThrow(TypeError)
  isAway = false
  expect(shown(Part)).toBe('waiting')
  expect(await screen.findByText('there')).toBeTruthy()
})

test('keeps the placeholder of a part without a connection, and shows the part when it is back [OF01]', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js')
    return part()
  })
  const Part = lazyComponent<Props>(load)
  render(
    <main>
      <h1>around</h1>
      <Suspense fallback={<p>waiting</p>}>
        <Part word="there" />
      </Suspense>
    </main>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(screen.getByRole('heading')).toBeTruthy()
  expect(screen.getByText('waiting')).toBeTruthy()
  onLine.mockReturnValue(true)
  await act(async () => dispatchEvent(new Event('online')))
  expect(await screen.findByText('there')).toBeTruthy()
})
