import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatAddress } from '#shared/verify/code/code.ts'
import type { CodeChecker, CodeCheckResult } from './code-check.ts'
import { maxConcurrentChecks, useScanList } from './use-scan-list.ts'

const addressOf = (n: number) => `00000000-0000-0000-0000-${n.toString(16).padStart(12, '0')}`
const own: CodeCheckResult = { status: 'own', acceptable: true }
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A check function whose results the test provides. */
function slowCheck() {
  const open = new Map<string, (answer: CodeCheckResult | undefined) => void>()
  const checkCode: CodeChecker = ({ address }) => new Promise((resolve) => open.set(address, resolve))
  const answerAll = async (result: CodeCheckResult | undefined) => {
    const answers = [...open.values()]
    open.clear()
    await act(async () => {
      for (const answer of answers) answer(result)
    })
  }
  return { checkCode, answerAll, open }
}

function scanned(checkCode: CodeChecker | undefined, count: number) {
  const initial = Array.from({ length: count }, (_, n) => ({ address: addressOf(n), secret: undefined }))
  return renderHook(() => useScanList({ ...(checkCode && { checkCode }), initial })).result
}

describe('the check of scanned codes [OF04]', () => {
  test('is requested for some hundred codes at a time, and for every code', async () => {
    const { checkCode, answerAll, open } = slowCheck()
    const list = scanned(checkCode, maxConcurrentChecks + 10)
    expect(open.size).toBe(maxConcurrentChecks)
    await answerAll(own)
    expect(open.size).toBe(10)
    await answerAll(own)
    expect(list.current.scan.rows.every(({ check }) => check === own)).toBe(true)
    expect(open.size).toBe(0)
  })

  test('is requested for the remaining codes when one is removed meanwhile', async () => {
    const { checkCode, answerAll } = slowCheck()
    const list = scanned(checkCode, maxConcurrentChecks + 2)
    act(() => {
      for (let n = 0; n < maxConcurrentChecks; n++) list.current.remove(addressOf(n))
    })
    await answerAll(own)
    await answerAll(own)
    expect(list.current.scan.rows.map(({ check }) => check)).toEqual([own, own])
  })

  test('is repeated with the next connection after a failure', async () => {
    let isReachable = false
    const checkCode: CodeChecker = async () => {
      if (!isReachable) throw new TypeError('Failed to fetch')
      return own
    }
    const list = scanned(checkCode, 2)
    await act(async () => {})
    expect(list.current.scan.rows.map(({ check }) => check)).toEqual(['unchecked', 'unchecked'])
    expect(list.current.codes).toHaveLength(2)
    isReachable = true
    await act(async () => void dispatchEvent(new Event('online')))
    expect(list.current.scan.rows.map(({ check }) => check)).toEqual([own, own])
  })

  test('is repeated after a delay when the browser does not report a connection', async () => {
    vi.useFakeTimers()
    let requests = 0
    scanned(() => (++requests > 1 ? own : undefined), 1)
    await act(async () => {})
    expect(requests).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(requests).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(300_000))
    expect(requests).toBe(2)
  })

  test('is skipped without a check function', async () => {
    const list = scanned(undefined, 1)
    expect(list.current.isChecked).toBe(false)
    act(() => void list.current.add('typed', [formatAddress(addressOf(7))]))
    expect(list.current.codes.map(({ address }) => address)).toEqual([addressOf(0), addressOf(7)])
    expect(list.current.add('typed', ['nonsense'])).toBe(false)
  })
})

test('stores the scanned codes once, not again with each result of a check [OF02]', async () => {
  const { checkCode, answerAll } = slowCheck()
  const initial = [1, 2].map((n) => ({ address: addressOf(n), secret: undefined }))
  const stores = vi.spyOn(Storage.prototype, 'setItem')
  const { result } = renderHook(() => useScanList({ checkCode, initial, draftName: 'test.checked' }))
  const storedOnce = stores.mock.calls.length
  await answerAll(own)
  expect(result.current.scan.rows.map(({ check }) => check)).toEqual([own, own])
  expect(stores.mock.calls.length).toBe(storedOnce)
  act(() => result.current.remove(addressOf(1)))
  expect(stores.mock.calls.length).toBe(storedOnce + 1)
  stores.mockRestore()
})

test('restores scanned codes when the page is opened again, until the list is cleared [OF02]', () => {
  const open = () => renderHook(() => useScanList({ draftName: 'test.scan' }))
  const first = open()
  const codes = [1, 2].map((n) => ({ address: addressOf(n), secret: undefined }))
  for (const { address } of codes) act(() => void first.result.current.add('typed', [formatAddress(address)]))
  expect(first.result.current.codes).toEqual(codes)
  first.unmount()
  const again = open()
  expect(again.result.current.codes).toEqual(codes)
  act(() => again.result.current.clear())
  again.unmount()
  expect(open().result.current.codes).toEqual([])
})
