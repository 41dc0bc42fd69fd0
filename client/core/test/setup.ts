import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let errors: MockInstance<typeof console.error>

/** A component that logs an error fails its test, even when the assertion holds. */
beforeEach(() => {
  errors = vi.spyOn(console, 'error')
})
afterEach(() => {
  const { calls } = errors.mock
  errors.mockRestore()
  expect(calls).toEqual([])
})
