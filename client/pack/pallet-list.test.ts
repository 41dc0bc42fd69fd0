// @vitest-environment node
import { expect, test } from 'vitest'
import { ssccAt } from '#shared/gs1/sscc.ts'
import { maxContents } from '#shared/pack/contract.ts'
import type { SavedPack } from './enqueue-pack.ts'
import { type PalletState, readLabel, withCase } from './pallet-list.ts'

const boxOf = (n: number, rest: Partial<SavedPack['data']> = {}): SavedPack => ({
  id: `id-${n}`,
  ver: 1,
  state: 'sent',
  data: {
    ...{ kind: 'case', sscc: ssccAt('4006381', n), identifier: `A7K2-000${n}`, quantity: 5, cases: 0 },
    ...{ pallet_id: null, unpacked_at: null, unpack_reason: null, packed_at: '', createdAt: '' },
    ...rest,
  },
})
const [one, two] = [boxOf(1), boxOf(2)]

test('recognizes a case by the label that a scanner sends, and takes the number of an unknown one', () => {
  expect(readLabel(`]C100${one.data.sscc}`, [one, two])).toBe(one)
  expect(readLabel('a7k2-0002', [one, two])).toBe(two)
  expect(readLabel(ssccAt('4006381', 9), [one, two])).toBe(ssccAt('4006381', 9))
  expect(readLabel('4006381333931', [one, two])).toBeUndefined()
})

test('adds a case once, and says why another is not added', () => {
  const empty: PalletState = { cases: [] }
  const added = withCase(empty, one)
  expect(added).toMatchObject({ cases: [{ ref: 'id-1', quantity: 5, isKnown: true }], message: { kind: 'added' } })
  expect(withCase(added, one)).toMatchObject({ cases: added.cases, message: { kind: 'again' } })
  expect(withCase(added, boxOf(3, { pallet_id: 'id-9' }))).toMatchObject({
    cases: added.cases,
    message: { kind: 'notFree' },
  })
  expect(withCase(added, boxOf(3, { unpacked_at: 'x' }))).toMatchObject({ message: { kind: 'notFree' } })
  expect(withCase(added, undefined)).toMatchObject({ cases: added.cases, message: { kind: 'noLabel' } })
  const full = Array.from({ length: maxContents.pallet }, (_, n) => ({
    ref: `r${n}`,
    name: '',
    quantity: 0,
    isKnown: false,
  }))
  expect(withCase({ cases: full }, two)).toMatchObject({ cases: full, message: { kind: 'full' } })
})
