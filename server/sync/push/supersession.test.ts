import { describe, expect, test } from 'vitest'
import { omit } from '#shared/core/omit.ts'
import type { Fields } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import {
  device,
  edit,
  effects,
  person,
  push,
  type SentOperation,
  setUpPush,
  statuses,
  stored,
  world,
} from './push.fixture.ts'

setUpPush()

describe('order [OF03]', () => {
  test('blocks later operations on a record after a rejection until one supersedes the rejected operation', async () => {
    const bad = await device.op({ set: { name: 'a', bad: true } })
    const later = await edit(bad, { patch: { name: { from: 'a', to: 'b' } } })
    expect(statuses(await push([bad, later]))).toEqual(['rejected sync.refused', 'blocked sync.waits'])
    const fixed = await device.op({ recordId: bad.recordId, set: { name: 'a' }, supersedes: bad.opId })
    expect(statuses(await push([later, fixed]))).toEqual(['applied', 'applied'])
    expect(await effects()).toEqual([fixed.opId, later.opId])
    const afterwards = await device.op({ deps: [bad.opId] })
    expect(statuses(await push([afterwards]))).toEqual(['applied'])
  })

  test('applies only the first arrival of an operation and its superseding one', async () => {
    const [first, second] = [await device.op(), await device.op()]
    const correction = ({ opId, ...op }: SentOperation) => device.op({ ...omit(op, 'n', 'hash'), supersedes: opId })
    const [late, early] = [await correction(first), await correction(second)]
    await push([first])
    expect(await push([late])).toMatchObject([{ opId: late.opId, status: 'duplicate', ver: 1 }])
    await push([early])
    expect(statuses(await push([second]))).toEqual(['rejected sync.replaced'])
    expect(await effects()).toEqual([first.opId, early.opId])
    expect(statuses(await push([await device.op({ deps: [first.opId, second.opId, late.opId] })]))).toEqual(['applied'])
  })

  test('applies a correction as an update when another device has sent the corrected operation meanwhile', async () => {
    const made = await device.op({ set: { name: 'a', note: 'x' } })
    const correction = (set: Fields) => device.op({ recordId: made.recordId, set, supersedes: made.opId })
    await push([made])
    const corrected = await correction({ name: 'b', note: 'x' })
    expect(await push([corrected])).toMatchObject([{ status: 'applied', ver: 2 }])
    expect(await push([corrected])).toMatchObject([{ status: 'duplicate', ver: 2 }])
    expect(await stored(made.recordId)).toEqual({ ver: 2, fields: { name: 'b', note: 'x' } })
    // Another change came between: the user chooses between both values.
    const [conflict] = await push([await correction({ name: 'c', note: 'x' })])
    expect(conflict).toMatchObject({
      status: 'merged',
      details: { clashes: { name: { kept: 'b', offered: 'c' } } },
    })
    expect((await stored(made.recordId)).fields).toEqual({ name: 'b', note: 'x' })
  })

  test('applies a correction as an update when it supersedes a rejected correction or one that never arrived', async () => {
    const made = await device.op({ set: { name: 'a' } })
    const correction = (supersedes: string, set: Fields) => device.op({ recordId: made.recordId, set, supersedes })
    const worse = await correction(made.opId, { name: 'b', bad: true })
    expect(statuses(await push([made]))).toEqual(['applied'])
    expect(statuses(await push([worse]))).toEqual(['rejected sync.refused'])
    expect(statuses(await push([await correction(worse.opId, { name: 'c' })]))).toEqual(['applied'])
    expect(await stored(made.recordId)).toEqual({ ver: 2, fields: { name: 'c' } })
    // Without the corrected operation, the server does not know the value that the user saw: it keeps both values.
    expect(await push([await correction(uuid7(), { name: 'd', note: 'x' })])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'c', offered: 'd' } } } },
    ])
    expect((await stored(made.recordId)).fields).toEqual({ name: 'c', note: 'x' })
    // The superseded operation arrives long after the one that supersedes it.
    const early = await device.op({ set: { name: 'a' } })
    const rejected = await device.op({ recordId: early.recordId, set: { bad: true }, supersedes: early.opId })
    const good = await device.op({ recordId: early.recordId, set: { name: 'b' }, supersedes: rejected.opId })
    expect(statuses([...(await push([rejected])), ...(await push([good]))])).toEqual([
      'rejected sync.refused',
      'applied',
    ])
    expect(statuses(await push([early]))).toEqual(['rejected sync.replaced'])
  })

  test('reports a conflict to the second device when two devices correct the same rejected operation', async () => {
    const bad = await device.op({ set: { name: 'a', bad: true } })
    const correction = (set: Fields) => device.op({ recordId: bad.recordId, set, supersedes: bad.opId })
    await push([bad])
    expect(statuses(await push([await correction({ name: 'b' })]))).toEqual(['applied'])
    expect(await push([await correction({ name: 'c', note: 'mine' })])).toMatchObject([
      { status: 'merged', ver: 2, details: { clashes: { name: { kept: 'b', offered: 'c' } } } },
    ])
    expect((await stored(bad.recordId)).fields).toEqual({ name: 'b', note: 'mine' })
  })

  test('blocks an operation that arrives together with the one it supersedes until that one is decided', async () => {
    for (const order of [(ops: SentOperation[]) => ops, (ops: SentOperation[]) => ops.toReversed()]) {
      const made = await device.op({ set: { name: 'a' } })
      const fixed = await device.op({ recordId: made.recordId, set: { name: 'b' }, supersedes: made.opId })
      const after = await edit(fixed, { baseVer: 2, patch: { note: { to: 'x' } } })
      const both = order([made, fixed])
      const first = await push([...both, after])
      expect(Object.fromEntries(first.map(({ opId, status }) => [opId, status]))).toEqual({
        [made.opId]: 'applied',
        [fixed.opId]: 'blocked',
        [after.opId]: 'blocked',
      })
      expect(statuses(await push([fixed, after]))).toEqual(['applied', 'applied'])
      expect(await stored(made.recordId)).toEqual({ ver: 3, fields: { name: 'b', note: 'x' } })
    }
  })

  test('ignores `supersedes` when it names an operation of another record or of another user', async () => {
    const [mine, other] = [await device.op({ set: { name: 'a' } }), await device.op({ set: { name: 'b' } })]
    await push([mine, other])
    const stale = { kind: 'update', recordId: other.recordId, patch: { name: { from: 'old', to: 'c' } } }
    expect(await push([await device.op({ ...stale, supersedes: mine.opId })])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'b' } } } },
    ])
    const elsewhere = await device.op({ entity: 'nothing', supersedes: mine.opId })
    expect(statuses(await push([elsewhere]))).toEqual(['rejected sync.unknown'])
    const colleague = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
    const theirs = { userId: colleague.id, kind: 'update', recordId: mine.recordId, supersedes: mine.opId }
    const patch = { name: { from: 'old', to: 'c' } }
    expect(await push([await device.op({ ...theirs, patch })], colleague)).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'a' } } } },
    ])
    // The named operation is still applied when it arrives later.
    const late = await device.op({ set: { name: 'late' } })
    const thief = await device.op({ userId: colleague.id, supersedes: late.opId })
    expect(statuses(await push([thief], colleague))).toEqual(['applied'])
    expect(statuses(await push([late]))).toEqual(['applied'])
  })

  test('blocks the second of two corrections of one operation, and then reports its conflict with the first', async () => {
    const bad = await device.op({ set: { bad: true } })
    await push([bad])
    const correction = (set: Fields) => device.op({ recordId: bad.recordId, set, supersedes: bad.opId })
    const [one, two] = [await correction({ name: 'one', a: 1 }), await correction({ name: 'two', b: 2 })]
    expect(statuses(await push([one, two]))).toEqual(['applied', 'blocked sync.waits'])
    expect(await push([two])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'one', offered: 'two' } } } },
    ])
    expect((await stored(bad.recordId)).fields).toEqual({ name: 'one', a: 1, b: 2 })
    // The rejected operation arrives again, from an export file.
    expect(statuses(await push([bad]))).toEqual(['rejected sync.replaced'])
  })
})
