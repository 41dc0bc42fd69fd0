import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let errors: MockInstance<typeof console.error>

/** A component that complains is broken, even when the assertion it was written for holds. */
beforeEach(() => {
  errors = vi.spyOn(console, 'error')
})
afterEach(() => {
  const { calls } = errors.mock
  errors.mockRestore()
  expect(calls).toEqual([])
})
