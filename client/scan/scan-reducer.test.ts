import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceptedCodes,
  canUndo,
  recentlySeenMs,
  type ScanEvent,
  type ScanState,
  scanReducer,
  startScan,
} from './scan-reducer.ts'

const step = scanReducer({ maxCodes: 1000 })
const run = (events: ScanEvent[], from = startScan()) => events.reduce(step, from)
const codeOf = (n: number) => `HTTPS://ASSAY.EXAMPLE/V/${n.toString().padStart(26, '0')}K7M2XQ9PDW4HTZ3R`
const seen = (n: number, at = 0): ScanEvent => ({ kind: 'text', texts: [codeOf(n)], source: 'camera', at })
const typed = (text: string): ScanEvent => ({ kind: 'text', texts: [text], source: 'typed', at: 0 })
const addressOf = ({ rows }: ScanState, row: number) => rows[row - 1]!.code.address

describe('the list of scanned codes [OF04]', () => {
  test('adds a row for each new code, without interaction', () => {
    const scan = run(Array.from({ length: 20 }, (_, n) => seen(n, n * 500)))
    expect(scan.rows).toHaveLength(20)
    expect(scan.message).toMatchObject({ kind: 'added', row: 20 })
  })

  test('counts a code once while it stays in the picture', () => {
    const still = Array.from({ length: 50 }, (_, n) => seen(1, n * (recentlySeenMs - 1)))
    const scan = run(still)
    expect(scan.rows).toHaveLength(1)
    expect(scan.message).toMatchObject({ id: 1, kind: 'added', row: 1 })
  })

  test('reports the existing row of a repeated code', () => {
    const scan = run([seen(1), seen(2, 100), seen(1, 100 + recentlySeenMs)])
    expect(scan.rows).toHaveLength(2)
    expect(scan.message).toMatchObject({ kind: 'again', row: 1 })
  })

  test('reports a repeated typed or scanner code immediately', () => {
    const scan = run([seen(7), { ...seen(7), source: 'wedge' } as ScanEvent])
    expect(scan.message).toMatchObject({ kind: 'again', row: 1 })
    expect(run([typed(codeOf(7))], scan).message).toMatchObject({ kind: 'again', row: 1, id: 3 })
  })

  test('reports an invalid code in the picture once, without a row', () => {
    const website: ScanEvent = { kind: 'text', texts: ['https://shop.example/'], source: 'camera', at: 0 }
    const scan = run([website, { ...website, at: 900 }])
    expect(scan.rows).toHaveLength(0)
    expect(scan.message).toMatchObject({ id: 1, kind: 'misread', problem: { kind: 'website', host: 'shop.example' } })
    expect(run([{ ...website, at: 10_000 }], scan).message?.id).toBe(2)
  })

  test('distinguishes two codes in one picture', () => {
    const scan = run(Array.from({ length: 20 }, (_, n) => seen(n % 2, n * 100)))
    expect(scan.rows).toHaveLength(2)
    expect(scan.message).toMatchObject({ id: 2, kind: 'added', row: 2 })
  })

  test('removes the last row on undo, and does not add it again while its code stays in the picture', () => {
    const scan = run([seen(1), seen(2, 500), { kind: 'undo' }, seen(2, 900)])
    expect(scan.rows).toHaveLength(1)
    expect(scan.message).toMatchObject({ kind: 'undone', row: 2 })
    expect(run([seen(2, 900 + recentlySeenMs + 1)], scan).rows).toHaveLength(2)
  })

  test('clears all rows, and restores them together until a new code is scanned', () => {
    const full = run([seen(1), seen(2), seen(3)])
    const cleared = run([{ kind: 'clear' }], full)
    expect(cleared.rows).toHaveLength(0)
    expect(cleared.message).toMatchObject({ kind: 'cleared', count: 3 })
    expect(run([{ kind: 'undo' }], cleared).rows).toEqual(full.rows)
    expect(run([seen(4), { kind: 'undo' }], cleared).rows).toHaveLength(0)
    expect(canUndo(startScan())).toBe(false)
    expect(run([{ kind: 'undo' }, { kind: 'clear' }])).toEqual(startScan())
    // Codes that were used are not restored, and an intentionally empty list has no message.
    const finished = run([{ kind: 'finish' }], full)
    expect(finished).toMatchObject({ rows: [], message: undefined })
    expect(canUndo(finished)).toBe(false)
  })

  test('removes a row, and moves up the rows behind it', () => {
    const scan = run([seen(1), seen(2), seen(3)])
    const less = run([{ kind: 'remove', address: addressOf(scan, 2) }, typed(codeOf(3))], scan)
    expect(less.rows).toHaveLength(2)
    expect(less.message).toMatchObject({ kind: 'again', row: 2 })
  })

  test('announces a rejected row, and leaves it out of the accepted codes', () => {
    const scan = run([seen(1), seen(2)])
    const address = addressOf(scan, 1)
    const result = { status: 'active', acceptable: false, since: '2026-11-03T10:00:00Z' } as const
    const judged = run([{ kind: 'checked', address, result }], scan)
    expect(judged.message).toMatchObject({ kind: 'bad', row: 1, result })
    expect(acceptedCodes(judged).map((code) => code.address)).toEqual([addressOf(scan, 2)])
  })

  test('keeps codes that cannot be checked now, and checks them again later', () => {
    const scan = run([seen(1), seen(2)])
    const [one, two] = [addressOf(scan, 1), addressOf(scan, 2)]
    const offline = run(
      [
        { kind: 'checked', address: one, result: undefined },
        { kind: 'checked', address: two, result: { status: 'own', acceptable: true } },
      ],
      scan,
    )
    expect(offline.rows.map(({ check }) => check)).toEqual(['unchecked', { status: 'own', acceptable: true }])
    expect(acceptedCodes(offline)).toHaveLength(2)
    expect(offline.message?.id).toBe(scan.message?.id)
    expect(run([{ kind: 'recheck' }], offline).rows[0]?.check).toBe('checking')
  })

  test('ignores a check result for a removed row', () => {
    const scan = run([seen(1), { kind: 'undo' }])
    const late: ScanEvent = { kind: 'checked', address: addressOf(run([seen(1)]), 1), result: undefined }
    expect(step(scan, late)).toBe(scan)
  })

  test('limits the number of rows', () => {
    const small = [seen(1), seen(2), seen(3)].reduce(scanReducer({ maxCodes: 2 }), startScan())
    expect(small.rows).toHaveLength(2)
    expect(small.message).toMatchObject({ kind: 'full', count: 2 })
  })

  test('never contains a code twice, for any sequence of events', () => {
    const event = fc.oneof(
      fc.record({ n: fc.nat(6), at: fc.nat(20_000) }).map(({ n, at }) => seen(n, at)),
      fc.nat(6).map((n) => typed(codeOf(n))),
      fc.constantFrom<ScanEvent>({ kind: 'undo' }, { kind: 'clear' }, { kind: 'recheck' }, typed('nonsense')),
      fc.nat(6).map((n): ScanEvent => ({ kind: 'remove', address: addressOf(run([seen(n)]), 1) })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const addresses = run(events).rows.map(({ code }) => code.address)
        expect(new Set(addresses).size).toBe(addresses.length)
      }),
    )
  })
})
