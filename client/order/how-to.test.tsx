import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { HowTo } from './how-to.tsx'

test('shows the last step and does not scroll the page when End is pressed', async () => {
  const { show } = await setUpDevice({ texts: ['order'] })
  show(HowTo)
  const first = await screen.findByRole('button', { name: /^1\./ })
  // False: the browser does not scroll.
  expect(fireEvent.keyDown(first, { key: 'End' })).toBe(false)
  expect(screen.getByRole('button', { name: /^5\./ }).getAttribute('aria-current')).toBe('step')
  expect(fireEvent.keyDown(first, { key: 'Tab' })).toBe(true)
})
