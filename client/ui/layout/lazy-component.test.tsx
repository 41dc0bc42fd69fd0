import { cleanup, configure, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
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

test('OF01 renders a preloaded component immediately, and any other after a placeholder', async () => {
  const ahead = lazyComponent(part)
  await ahead.fetch()
  expect(shown(ahead)).toBe('there')
  cleanup()
  expect(shown(lazyComponent(part))).toBe('waiting')
  expect(await screen.findByText('there')).toBeTruthy()
})

test('OF01 fetches a component again when its preload failed', async () => {
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
