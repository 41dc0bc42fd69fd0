import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Chart } from './chart.tsx'

const readings = [4, 5, 6].map((temp, at) => ({ temp, time: `2026-05-03T1${at}:00:00.000Z` }))

test('begins with the first reading and does not scroll the page when an arrow key is pressed [VE06]', () => {
  render(
    <Chart
      readings={readings}
      limit={8}
      minimum={null}
      label="Temperature"
      degrees={(temp) => `${temp} degrees`}
      t={(word: string) => word}
    />,
  )
  // React reports `tabindex`, which the renderer of the page needs.
  vi.spyOn(console, 'error').mockClear()
  const chart = screen.getByRole('img')
  const shown = () => chart.getAttribute('aria-label')?.split(' · ').at(-1)
  // False: the browser does not scroll.
  expect(fireEvent.keyDown(chart, { key: 'ArrowRight' })).toBe(false)
  expect(shown()).toBe('4 degrees')
  fireEvent.keyDown(chart, { key: 'ArrowRight' })
  expect(shown()).toBe('5 degrees')
  expect(fireEvent.keyDown(chart, { key: 'End' })).toBe(false)
  expect(shown()).toBe('6 degrees')
  expect(fireEvent.keyDown(chart, { key: 'Tab' })).toBe(true)
})
