import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatAddress } from '#shared/verify/code/code.ts'
import type { CodeChecker, CodeCheckResult } from './code-check.ts'
import { useScanList } from './use-scan-list.ts'

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
  const answer = async (n: number, result: CodeCheckResult | undefined) => {
    await act(async () => open.get(addressOf(n))!(result))
    open.delete(addressOf(n))
  }
  return { checkCode, answer, open }
}

function scanned(checkCode: CodeChecker | undefined, count: number) {
  const initial = Array.from({ length: count }, (_, n) => ({ address: addressOf(n), secret: undefined }))
  return renderHook(() => useScanList({ ...(checkCode && { checkCode }), initial })).result
}

describe('OF04 the check of scanned codes', () => {
  test('is requested for a few codes at a time, and for every code', async () => {
    const { checkCode, answer, open } = slowCheck()
    const list = scanned(checkCode, 10)
    expect(open.size).toBe(4)
    for (let n = 0; n < 10; n++) await answer(n, own)
    expect(list.current.scan.rows.every(({ check }) => check === own)).toBe(true)
    expect(open.size).toBe(0)
  })

  test('is requested for the remaining codes when one is removed meanwhile', async () => {
    const { checkCode, answer } = slowCheck()
    const list = scanned(checkCode, 6)
    for (let n = 0; n < 4; n++) act(() => list.current.remove(addressOf(n)))
    for (let n = 0; n < 6; n++) await answer(n, own)
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

test('OF02 restores scanned codes when the page is opened again, until the list is cleared', () => {
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
