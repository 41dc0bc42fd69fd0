import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { date, startSubmission } from '#server/submission/submission.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { formContract } from '#shared/form/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { createForm, enableFeatures, fieldMerchant } from './form.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
})
afterAll(() => world.close())

const device = (by = person) => syncingDevice(world, by, 'form')
const mine = () => world.api(formContract, person)
const section = (name: string) => ({ id: randomUUID(), name, sequence: 1, sensors: [], questions: [] })

test('syncs a form that is created and changed offline to calls and other devices [OF02 OF03]', async () => {
  const [one, other] = [device(), device()]
  await other.pull()
  const recordId = uuid7()
  const sections = [{ ...section('Plucking'), questions: [{ id: randomUUID(), name: 'Picker', required: true }] }]
  const fields = { name: 'Tea', custom_id_label: 'Batch', sections, revision: 0, revisions: {}, createdAt: date }
  const made = await one.op({ kind: 'create', recordId, set: fields })
  const patch = { name: { from: 'Tea', to: 'Harvest' } }
  const changed = await one.op({ kind: 'update', recordId, deps: [made.opId], patch })
  expect(await one.send(made, changed)).toMatchObject([{ status: 'applied' }, { status: 'applied', ver: 2 }])
  const { id, revision, ...form } = omit(await mine().read({ params: { id: recordId } }), 'updatedAt')
  expect(form).toMatchObject({ name: 'Harvest', sections: [{ name: 'Plucking', questions: [{ datatype: 'string' }] }] })
  const [pulled] = await other.pull()
  expect(pulled).toMatchObject({ entity: 'form', id, ver: 2, data: { ...form, revision } })
  expect(pulled!.data!.revisions).toMatchObject({ 1: { name: 'Tea' } })
})

test('rejects a form that was changed in the meantime, for any fields, and accepts it once reviewed [OF03]', async () => {
  const made = await createForm(world, person)
  const me = device()
  const { ver: baseVer } = (await me.pull()).find(({ id }) => id === made.id)!
  await mine().update({ params: made, body: { revision: 1, name: 'Theirs' } })
  const label = { custom_id_label: { from: 'Batch', to: 'Lot' } }
  const stale = await me.does({ kind: 'update', recordId: made.id, baseVer, patch: label })
  expect(stale).toMatchObject({ status: 'rejected', code: 'form.stale', details: { yours: 1, current: 2 } })
  expect(await me.does({ kind: 'remove', recordId: made.id, baseVer })).toMatchObject({ code: 'form.stale' })
  const [newer] = await me.pull()
  expect(newer).toMatchObject({ id: made.id, data: { name: 'Theirs', revision: 2 } })
  const edit = { kind: 'update', recordId: made.id, baseVer: newer!.ver, patch: label }
  expect(await me.does(edit)).toMatchObject({ status: 'applied', ver: newer!.ver + 1 })
  // An equal change is not a conflict.
  expect(await device().does({ ...edit, baseVer })).toMatchObject({ status: 'applied', ver: newer!.ver + 1 })
  expect(await mine().read({ params: made })).toMatchObject({ name: 'Theirs', custom_id_label: 'Lot', revision: 3 })
})

test('accepts consecutive edits of one phone, and rejects those of another phone between them [OF03]', async () => {
  const made = await createForm(world, person)
  const [one, two] = [device(), device()]
  const { ver: baseVer } = (await one.pull()).find(({ id }) => id === made.id)!
  const change = { kind: 'update', recordId: made.id, baseVer }
  // A device omits the revision until it knows the revision that its change became.
  const first = await one.op({ ...change, patch: { name: { from: made.name, to: 'A' }, revision: { from: 1 } } })
  expect(await one.send(first)).toMatchObject([{ status: 'applied' }])
  const rival = await two.does({ ...change, patch: { name: { from: made.name, to: 'B' } } })
  expect(rival).toMatchObject({ status: 'rejected', code: 'form.stale' })
  const second = await one.op({ ...change, deps: [first.opId], patch: { name: { from: 'A', to: 'C' } } })
  expect(await one.send(second)).toMatchObject([{ status: 'applied' }])
  const removal = await one.op({ kind: 'remove', recordId: made.id, baseVer, deps: [second.opId] })
  expect(await one.send(removal)).toMatchObject([{ status: 'applied' }])
  await two.pull()
  expect(await two.pull()).toEqual([])
})

test('keeps a removed form on phones, marked as removed, because submissions there need it [OF02]', async () => {
  const made = await createForm(world, person)
  const me = device()
  await me.pull()
  await mine().remove({ params: made })
  const [row] = await me.pull()
  expect(row).toMatchObject({ id: made.id, data: { name: made.name, revision: 1, removedAt: expect.any(String) } })
  expect((await device().pull()).find(({ id }) => id === made.id)).toEqual(row)
})

test("syncs the revisions of a device's submissions and the twenty newest ones [OF02]", async () => {
  const made = await createForm(world, person)
  await startSubmission(world, person, made)
  for (let revision = 1; revision < 25; revision++) {
    await mine().update({ params: made, body: { revision, name: `Form ${revision + 1}` } })
  }
  const me = device()
  const known = async () => {
    const row = (await me.pull()).find(({ id }) => id === made.id)
    return row && Object.keys(row.data!.revisions as object).map(Number)
  }
  const newest = Array.from({ length: 19 }, (_, i) => i + 6)
  expect(await known()).toEqual([1, ...newest])
  await startSubmission(world, person, made, { formRevision: 22 })
  expect(await known()).toBeUndefined()
  await startSubmission(world, person, made, { formRevision: 3 })
  expect(await known()).toEqual([1, 3, ...newest])
  // Sending the form again is not a change.
  const { ver } = (await device().pull()).find(({ id }) => id === made.id)!
  const edit = { kind: 'update', recordId: made.id, baseVer: ver - 1, patch: { name: { from: 'Form 25', to: 'X' } } }
  expect(await me.does(edit)).toMatchObject({ status: 'merged', ver: ver + 1 })
})

test('accepts form changes only with the feature and a confirmed e-mail, and syncs none to others [OF03]', async () => {
  const create = { kind: 'create', set: { name: 'Tea', sections: [] } }
  const dealer = await world.signUp({ role: 'dealer', merchantId: person.merchantId!, confirmed: true })
  expect(await device(dealer).does(create)).toMatchObject({ status: 'rejected', code: 'sync.forbidden' })
  expect((await device(dealer).pull()).length).toBeGreaterThan(0)
  const unconfirmed = await world.signUp()
  await enableFeatures(world, unconfirmed, 'temperature')
  await expect(device(unconfirmed).does(create)).rejects.toMatchObject({ code: 'core.unconfirmed' })
  const plain = await world.approvedMerchant()
  expect(await device(plain).does(create)).toMatchObject({ status: 'rejected', code: 'feature.temperature' })
  const other = device(await fieldMerchant(world))
  expect(await other.pull()).toEqual([])
  const made = await createForm(world, person)
  const theirs = await other.does({ kind: 'update', recordId: made.id, baseVer: 1, patch: { name: { to: 'Mine' } } })
  expect(theirs).toMatchObject({ status: 'rejected', code: 'form.notFound' })
  expect(await other.does({ ...create, recordId: made.id })).toMatchObject({ status: 'rejected', code: 'core.idTaken' })
  const bad = await device().does({ kind: 'create', set: { name: '' } })
  expect(bad).toMatchObject({ status: 'rejected', code: 'core.invalid', details: { issues: [{ path: 'name' }] } })
})
