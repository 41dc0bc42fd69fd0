import { describe, expect, test } from 'vitest'
import type { Patch } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { device, edit, effects, push, setUpPush, statuses, stored } from './push.fixture.ts'

setUpPush()

describe('order [OF03]', () => {
  test('applies operations on one record in their order, and dependent operations after their dependencies', async () => {
    const made = await device.op({ set: { name: 'a' } })
    const second = await edit(made, { patch: { name: { from: 'a', to: 'b' } } })
    const third = await edit(made, { patch: { name: { from: 'b', to: 'c' } }, deps: [second.opId], baseVer: 2 })
    const other = await device.op({ deps: [third.opId] })
    expect(statuses(await push([other, made, second, third]))).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(await effects()).toEqual([made, second, third, other].map(({ opId }) => opId))
    expect(await stored(made.recordId)).toEqual({ ver: 3, fields: { name: 'c' } })
  })

  test('blocks an operation until its dependencies have taken effect', async () => {
    const absent = await device.op()
    const waiting = await device.op({ deps: [absent.opId] })
    const further = await device.op({ deps: [waiting.opId] })
    expect(statuses(await push([waiting, further]))).toEqual(['blocked sync.waits', 'blocked sync.waits'])
    expect(statuses(await push([absent, waiting, further]))).toEqual(['applied', 'applied', 'applied'])
  })

  test('applies changes of one record and their corrections in the sent order', async () => {
    // Operations that a device sends again after a restore have no dependencies, because all of them were acknowledged before.
    const made = await device.op({ set: { a: 0, b: 0 } })
    const update = (baseVer: number, patch: Patch, rest = {}) =>
      device.op({ kind: 'update', recordId: made.recordId, baseVer, patch, ...rest })
    const first = await update(1, { a: { from: 0, to: 1 } })
    const corrected = await update(2, { b: { from: 0, to: 2 } }, { supersedes: uuid7() })
    const last = await update(3, { b: { from: 2, to: 3 } })
    expect(statuses(await push([made, first, corrected, last]))).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(await stored(made.recordId)).toEqual({ ver: 4, fields: { a: 1, b: 3 } })

    const elsewhere = await device.op()
    const other = await device.op({ set: { a: 0 } })
    const fixed = await device.op({
      kind: 'update',
      recordId: other.recordId,
      baseVer: 1,
      patch: { a: { from: 0, to: 2 } },
      supersedes: uuid7(),
    })
    await push([elsewhere])
    const ahead = await device.op({ kind: 'update', recordId: elsewhere.recordId, baseVer: 1, patch: { x: { to: 1 } } })
    expect(statuses(await push([ahead, other, fixed]))).toEqual(['applied', 'applied', 'applied'])
    expect((await stored(other.recordId)).fields).toEqual({ a: 2 })
  })

  test('applies a correction before the operations that depend on it through another record', async () => {
    const bad = await device.op({ set: { a: 0, bad: true } })
    await push([bad])
    const between = await device.op({ deps: [bad.opId] })
    const later = await edit(bad, { deps: [between.opId], patch: { a: { from: 0, to: 1 } } })
    const fixed = await device.op({ recordId: bad.recordId, set: { a: 0 }, supersedes: bad.opId })
    expect(statuses(await push([between, later, fixed]))).toEqual(['applied', 'applied', 'applied'])
    expect(await effects()).toEqual([fixed, between, later].map(({ opId }) => opId))
  })

  test('blocks operations that depend on each other in a circle, and applies the others', async () => {
    const [one, two] = [uuid7(), uuid7()]
    const ops = [
      await device.op({ opId: one, deps: [two] }),
      await device.op({ opId: two, deps: [one] }),
      await device.op(),
    ]
    expect(statuses(await push(ops))).toEqual(['blocked sync.waits', 'blocked sync.waits', 'applied'])
  })
})

describe('conflicts [OF03]', () => {
  test('merges different fields, and keeps the first arrival and both values in a conflict', async () => {
    const made = await device.op({ set: { name: 'a', note: 'x', born: 'today' } })
    await push([made])
    const mine = await edit(made, { patch: { name: { from: 'a', to: 'mine' } } })
    const theirs = await edit(made, {
      patch: { name: { from: 'a', to: 'theirs' }, note: { from: 'x', to: 'y' }, born: { from: 'today', to: 'later' } },
    })
    expect(await push([mine])).toMatchObject([{ status: 'applied', ver: 2 }])
    const [result] = await push([theirs])
    expect(result).toMatchObject({
      status: 'merged',
      ver: 3,
      details: { clashes: { name: { kept: 'mine', offered: 'theirs' }, born: { kept: 'today', offered: 'later' } } },
    })
    expect((await stored(made.recordId)).fields).toEqual({ name: 'mine', note: 'y', born: 'today' })
    expect(await push([theirs])).toMatchObject([{ status: 'duplicate', details: result!.details }])
  })

  test('keeps a record when its deletion had not seen an edit, and counts its version on after a deletion', async () => {
    const made = await device.op({ set: { name: 'a' } })
    await push([made, await edit(made, { patch: { name: { from: 'a', to: 'b' } } })])
    const blind = await device.op({ kind: 'remove', recordId: made.recordId, baseVer: 1 })
    expect(statuses(await push([blind]))).toEqual(['merged'])
    expect(await stored(made.recordId)).toMatchObject({ ver: 2 })
    const seen = await device.op({ kind: 'remove', recordId: made.recordId, baseVer: 2 })
    expect(await push([seen])).toMatchObject([{ status: 'applied', ver: 3 }])
    expect(await push([await device.op({ recordId: made.recordId })])).toMatchObject([{ status: 'applied', ver: 4 }])
  })
})
