import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, enableFeatures, fieldMerchant } from '#server/form/form.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { date, teaAnswers } from '#server/submission/submission.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import type { Form } from '#shared/form/contract.ts'
import { answerPath, rangePath } from '#shared/submission/record.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { activate, activateWaitingBatch, certificateOf } from './activation.fixture.ts'
import { lockActivations } from './check-codes.ts'

let world: TestApp
let person: Person
let form: Form
let skuId: string
let codes: string[]
beforeAll(async () => {
  world = await testApp({ config: { databaseConnections: 16 } })
  person = await fieldMerchant(world, { credit: 10_000 })
  form = await createForm(world, person)
  skuId = await productOf(world, person)
  const orderId = await orderOf(world, person, skuId, 10_000)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(() => world.close())

const device = (by = person) => syncingDevice(world, by, 'activation_batch')
const mine = () => world.api(activationContract, person)
const take = (count: number) => codes.splice(0, count)
const listing = (addressList: string[], extra = {}) => ({ kind: 'create', set: { addressList, ...extra } })

async function batches() {
  return (await mine().batches({ query: { limit: 200 } })).rows
}

test('activates an offline list by the same job, and syncs its states to other devices [OF02 OF03 CO06]', async () => {
  const [me, other] = [device(), device()]
  await other.pull()
  const recordId = uuid7()
  const captured = { quantity: 3, state: 'captured', createdAt: date }
  expect(await me.does({ ...listing(take(3), captured), recordId })).toMatchObject({ status: 'applied', ver: 1 })
  const batch = await mine().batch({ params: { id: recordId } })
  expect(batch).toMatchObject({ quantity: 3, status: 'Activating' })
  const data = { identifier: batch.identifier, quantity: 3, createdAt: batch.createdAt }
  const pulled = { entity: 'activation_batch', id: recordId }
  expect(await other.pull()).toEqual([{ ...pulled, ver: 1, data: { ...data, state: 'queued' } }])
  const { rows } = await world.database.query(`select from pgboss.job where data ->> 'batchId' = $1`, [recordId])
  expect(rows).toHaveLength(1)
  await activateWaitingBatch(world, recordId)
  expect(await other.pull()).toEqual([{ ...pulled, ver: 2, data: { ...data, state: 'done' } }])
  const { rows: trail } = await world.database.query('select action from audit_entry where subject = $1', [recordId])
  expect(trail).toEqual([{ action: 'activation.create' }])
  // Batches that were created by a call are synchronized too.
  const { id } = await activate(world, person, take(1))
  expect(await other.pull()).toMatchObject([{ id, data: { state: 'queued' } }])
})

test('rejects a correction of a list that another device had already sent [OF03 CO06]', async () => {
  const [me, list, recordId] = [device(), take(2), uuid7()]
  const made = await me.op({ ...listing(list), recordId })
  await me.send(made)
  const again = { ...listing(list), recordId, supersedes: made.opId, capturedAt: made.capturedAt }
  expect(await me.does(again)).toMatchObject({ status: 'duplicate', ver: 1 })
  expect(await me.does({ ...listing([...list, ...take(1)]), recordId, supersedes: made.opId })).toMatchObject({
    status: 'rejected',
    code: 'sync.stands',
  })
})

test('rejects a list with bad rows with reasons, and accepts one that equals the stored batch [OF03 CO06]', async () => {
  const [me, list] = [device(), take(3)]
  const first = { ...listing(list), recordId: uuid7() }
  expect(await me.does(first)).toMatchObject({ status: 'applied' })
  expect(await device().does({ ...first, set: { addressList: list.toReversed() } })).toMatchObject({
    status: 'applied',
    ver: 1,
  })
  expect(await me.does({ ...first, set: { addressList: [...list, ...take(1)] } })).toMatchObject({
    code: 'core.idTaken',
  })
  for (const options of [{ submissionId: uuid7() }, { certificates: [uuid7()] }]) {
    const other = { ...first, set: { addressList: list, ...options } }
    expect(await me.does(other)).toMatchObject({ status: 'rejected', code: 'core.idTaken' })
  }
  const bad = await me.does({ ...listing([list[0]!, 'x', ...take(1)]), recordId: uuid7() })
  expect(bad).toMatchObject({
    status: 'rejected',
    code: 'activation.badRows',
    details: {
      count: 2,
      errors: [
        { row: 1, problem: 'pending' },
        { row: 2, problem: 'unreadable' },
      ],
    },
  })
  const none = await me.does(listing([]))
  expect(none).toMatchObject({
    status: 'rejected',
    code: 'core.invalid',
    details: { issues: [{ path: 'addressList' }] },
  })
  expect((await batches()).filter(({ quantity }) => quantity === 3)).toHaveLength(2)
})

test('applies a submission created, filled in and used for activation offline, in one push [OF03 CO07]', async () => {
  const me = device()
  const submission = { entity: 'submission', recordId: uuid7() }
  const set = { formId: form.id, formRevision: 1, date, custom_id: 'B-7' }
  const made = await me.op({ ...submission, kind: 'create', set })
  const { answers, sensorAnswers } = teaAnswers(form, 'N-1')
  const values = [
    ...answers.map(({ questionId, value }) => [answerPath(questionId), value]),
    ...sensorAnswers.map(({ sectionId, sensorId, ...range }) => [rangePath(sectionId, sensorId), range]),
  ]
  const filled = await me.op({ ...submission, kind: 'update', deps: [made.opId], set: Object.fromEntries(values) })
  const list = listing(take(2), { submissionId: submission.recordId })
  const activation = await me.op({ ...list, recordId: uuid7(), deps: [made.opId, filled.opId] })
  // In any order: operations are applied after the ones they depend on.
  const results = await me.send(activation, made, filled)
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  await activateWaitingBatch(world, activation.recordId)
  const { rows } = await world.database.query('select bytes from payload where batch_id = $1', [activation.recordId])
  expect(JSON.parse(rows[0].bytes.toString())).toMatchObject({ submission: { custom_id: 'B-7' } })

  const submissionRef = { entity: 'submission', recordId: uuid7() }
  const empty = await me.op({ ...submissionRef, kind: 'create', set: { ...set, custom_id: 'B-8' } })
  const early = listing(take(1), { submissionId: submissionRef.recordId })
  const later = await me.op({ ...early, recordId: uuid7(), deps: [empty.opId] })
  expect(await me.send(empty, later)).toMatchObject([{ status: 'applied' }, { code: 'submission.incomplete' }])
})

test('checks rights, features and certificates as calls do, and syncs to no other merchants [OF03 CO06]', async () => {
  const pending = await certificateOf(world, person, skuId, 'Waiting', 'Pending Approval')
  const [code] = take(1)
  expect(await device().does(listing([code!], { certificates: [pending] }))).toMatchObject({
    status: 'rejected',
    code: 'activation.unapprovedCertificate',
  })
  const helper = await world.signUp({ role: 'customerservice', merchantId: person.merchantId! })
  expect(await device(helper).does(listing([code!]))).toMatchObject({ status: 'rejected', code: 'sync.forbidden' })
  const plain = await world.approvedMerchant()
  expect(await device(plain).does(listing([code!]))).toMatchObject({ details: { errors: [{ problem: 'unknown' }] } })
  expect(await device(plain).pull()).toEqual([])
  const dealer = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
  await enableFeatures(world, person, 'temperature')
  const withForm = listing([code!], { submissionId: uuid7() })
  expect(await device(dealer).does(withForm)).toMatchObject({ status: 'rejected', code: 'feature.submission' })
  await enableFeatures(world, person, 'temperature', 'submission')
  expect(await device(dealer).does(listing([code!]))).toMatchObject({ status: 'applied' })
})

test('activates a list of 3,000 codes once when it is pushed six times at once [OF03 CO06]', async () => {
  const me = device()
  const operation = await me.op({ ...listing(take(3000)), recordId: uuid7() })
  const body = me.body([operation])
  const answers = await Promise.all(Array.from({ length: 6 }, () => world.api(syncContract, person).push({ body })))
  const statuses = answers.map(({ results }) => results[0]!.status).sort()
  expect(statuses).toEqual(['applied', ...Array(5).fill('duplicate')])
  expect((await batches()).filter(({ quantity }) => quantity === 3000)).toHaveLength(1)
})

test('accepts one of two phones that send the same codes in opposite order [OF03 CO06]', async () => {
  const list = take(500)
  const results = await Promise.all(
    [list, list.toReversed()].map((addresses) => device().does({ ...listing(addresses), recordId: uuid7() })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['applied', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    code: 'activation.badRows',
    details: { count: 500 },
  })
})

test('rolls back a push whose connection is killed, and applies it once when it is retried [OF03 CO06]', async () => {
  const me = device()
  const list = take(10)
  const operation = await me.op({ ...listing(list), recordId: uuid7() })
  const before = (await batches()).length
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = world.services.db.system(async (tx) => {
    await lockActivations(tx, person.merchantId!)
    held.resolve()
    await released.promise
  })
  // The first transaction must have the lock before the push starts.
  await held.promise
  try {
    const pushed = me.send(operation).then(
      () => 'answered',
      () => 'failed',
    )
    await expect.poll(() => killWaiting(), { timeout: 10_000 }).toBe(1)
    expect(await pushed).toBe('failed')
  } finally {
    released.resolve()
    await holding
  }
  expect((await batches()).length).toBe(before)
  expect(await me.send(operation)).toMatchObject([{ status: 'applied' }])
  expect(await me.send(operation)).toMatchObject([{ status: 'duplicate' }])
  expect((await batches()).length).toBe(before + 1)
})

async function killWaiting(): Promise<number> {
  await sleep(20)
  const { rowCount } = await world.database.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rowCount ?? 0
}

test('phones receive the newest 500 batches [OF02]', async () => {
  const owner = await world.approvedMerchant()
  await world.database.query(
    `insert into activation_batch (merchant_id, identifier, quantity, addresses, state, created_at)
     select $1, n::text, 1, array[gen_random_uuid()], 'done', now() - n * interval '1 hour' from generate_series(1, 505) n`,
    [owner.merchantId],
  )
  const rows = await device(owner).pull()
  const seen = rows.flatMap(({ data }) => (data ? [Number(data.identifier)] : []))
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1))
})
