import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const server = Date.parse('2026-11-21T08:00:00Z')
const [minute, day, year] = [60_000, 86_400_000, 365 * 86_400_000]
let monotonic = 0

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  monotonic = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic)
})
afterEach(() => vi.restoreAllMocks())

const setClock = (at: number) => vi.spyOn(Date, 'now').mockReturnValue(at)
const load = () => import('./server-clock.ts')

test.each([year, -year])(
  'corrects a clock that is off by %i ms, also after a start without a connection [OF03]',
  async (off) => {
    setClock(server + off)
    const { measureServerTime, correctedNow, clockOffset, clockError } = await load()
    expect(correctedNow()).toBe(server + off)
    expect(measureServerTime(new Date(server).toISOString())).toBe(true)
    expect(measureServerTime(new Date(server + 500).toISOString())).toBe(false)
    expect([correctedNow(), clockOffset(), clockError.getState().aheadMs]).toEqual([server, -off, off])

    vi.resetModules()
    setClock(server + off + minute)
    const next = await load()
    expect([next.correctedNow(), next.clockError.getState().aheadMs]).toEqual([server + minute, off])
  },
)

test('goes on with the monotonic clock when the clock is changed without a connection [OF03]', async () => {
  setClock(server)
  const { measureServerTime, correctedNow, clockOffset } = await load()
  measureServerTime(new Date(server).toISOString())
  monotonic += minute
  setClock(server + minute + year)
  expect([correctedNow(), clockOffset()]).toEqual([server + minute, -year])
  setClock(server + minute - day)
  expect([correctedNow(), clockOffset()]).toEqual([server + minute, day])
  // The monotonic clock stands still while the device sleeps.
  setClock(server + 2 * day)
  expect([correctedNow(), clockOffset()]).toEqual([server + 2 * day, 0])
})

test('ignores a difference that the time of a response explains [OF03]', async () => {
  setClock(server + 2000)
  const { measureServerTime, correctedNow, clockError } = await load()
  expect(measureServerTime(new Date(server).toISOString())).toBe(false)
  expect([correctedNow(), clockError.getState().aheadMs]).toEqual([server + 2000, 0])
})
