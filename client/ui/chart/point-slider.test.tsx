import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { PointSlider } from './point-slider.tsx'

test('leaves an arrow key with a modifier to the browser when a chart has the focus [DB02]', async () => {
  const { show } = await setUpDevice({ texts: [] })
  const onAt = vi.fn()
  show(() => <PointSlider label="Scans" reading="5" at={2} count={5} onAt={onAt} />)
  const slider = await screen.findByRole('slider')
  // True: the browser handles the key, for example to go back.
  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft', altKey: true })).toBe(true)
  expect(onAt).not.toHaveBeenCalled()
  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft' })).toBe(false)
  expect(onAt).toHaveBeenCalledWith(1)
})
