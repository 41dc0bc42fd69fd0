import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, enableFeatures, fieldMerchant, sensorId } from '#server/form/form.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import type { Form } from '#shared/form/contract.ts'
import { answerPath, rangePath } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { date, idsOf, later, noon, startSubmission, submissions } from './submission.fixture.ts'

let world: TestApp
let person: Person
let form: Form
let ids: Record<'Picker' | 'Weight' | 'Basket' | 'Drying', string>
beforeAll(async () => {
  world = await testApp({ config: { databaseConnections: 16 } })
  person = await fieldMerchant(world)
  form = await createForm(world, person)
  ids = idsOf(form) as typeof ids
})
afterAll(() => world.close())

const device = (by = person) => syncingDevice(world, by, 'submission')
const mine = () => submissions(world, person)
const input = (custom_id: string, extra = {}) => ({ formId: form.id, formRevision: 1, date, custom_id, ...extra })
const answer = (name: keyof typeof ids, to: unknown, from?: unknown) => ({ [answerPath(ids[name])]: { from, to } })
const drying = () => rangePath(ids.Drying, sensorId)

async function created(custom_id = 'B-1'): Promise<string> {
  return (await startSubmission(world, person, form, { custom_id })).id
}

test('applies a submission created and answered offline for HTTP calls and other devices [OF02 OF03 SU04]', async () => {
  const [one, other] = [device(), device()]
  await other.pull()
  const recordId = uuid7()
  const made = await one.op({
    kind: 'create',
    recordId,
    formRev: 1,
    set: input('F-1', { createdAt: date, [answerPath(ids.Picker)]: 'Ada' }),
  })
  const range = { start_time: noon, end_time: later }
  const filled = await one.op({
    kind: 'update',
    recordId,
    deps: [made.opId],
    patch: { ...answer('Weight', '12'), ...answer('Basket', 'N-1'), [drying()]: { to: range } },
  })
  const results = await one.send(made, filled)
  expect(results).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  const detail = await mine().read({ params: { id: recordId } })
  expect(detail).toMatchObject({ custom_id: 'F-1', formRevision: 1, complete: true, version: results[1]!.ver })
  expect(detail.answers.map(({ value }) => value)).toEqual(['Ada', '12', 'N-1'])
  const record = {
    ...input('F-1'),
    timeZone: 'Asia/Kuala_Lumpur',
    createdAt: detail.createdAt,
    answers: { [ids.Picker]: 'Ada', [ids.Weight]: '12', [ids.Basket]: 'N-1' },
    ranges: { [`${ids.Drying}:${sensorId}`]: range },
  }
  expect(await other.pull()).toEqual([{ entity: 'submission', id: recordId, ver: detail.version, data: record }])
})

test('applies a correction when another device has sent the submission from an export file [OF03 SU04]', async () => {
  const author = device()
  const first = { kind: 'create', recordId: uuid7(), formRev: 1 }
  const made = await author.op({
    ...first,
    set: input('X-1', { createdAt: date, [answerPath(ids.Picker)]: 'Ada' }),
  })
  await author.send(made)
  const corrected = await author.op({
    ...first,
    supersedes: made.opId,
    set: input('X-2', { createdAt: date, [answerPath(ids.Picker)]: 'Mei', [answerPath(ids.Weight)]: '7' }),
  })
  expect(await author.send(corrected)).toMatchObject([{ status: 'applied' }])
  const detail = await mine().read({ params: { id: first.recordId } })
  expect(detail).toMatchObject({ custom_id: 'X-2', formRevision: 1 })
  expect(detail.answers.map(({ value }) => value)).toEqual(['Mei', '7'])
})

test('pulls the changes and removals of HTTP calls, and nothing of another merchant [OF03]', async () => {
  const id = await created()
  const [me, stranger] = [device(), device(await fieldMerchant(world))]
  await me.pull()
  await mine().addAnswers({ params: { id }, body: { answers: [{ questionId: ids.Picker, value: 'Ravi' }] } })
  expect(await me.pull()).toMatchObject([{ id, ver: 2, data: { answers: { [ids.Picker]: 'Ravi' } } }])
  await mine().update({ params: { id }, body: { custom_id: 'B-2' } })
  expect(await me.pull()).toMatchObject([{ id, ver: 3, data: { custom_id: 'B-2' } }])
  await mine().remove({ params: { id } })
  expect(await me.pull()).toEqual([{ entity: 'submission', id, ver: 4, gone: 'deleted' }])
  expect(await stranger.pull()).toEqual([])
  expect(await stranger.does({ kind: 'update', recordId: id, patch: answer('Picker', 'Eve') })).toMatchObject({
    status: 'rejected',
    code: 'submission.notFound',
  })
})

test('merges different answers of two devices, and reports a conflict for the same question [OF03 SU04]', async () => {
  const recordId = await created()
  const seen = { recordId, baseVer: 1 }
  const [one, two] = [device(), device()]
  expect(await one.does({ kind: 'update', ...seen, patch: answer('Picker', 'Ada') })).toMatchObject({
    status: 'applied',
    ver: 2,
  })
  const both = { ...answer('Picker', 'Mei'), ...answer('Weight', '3'), custom_id: { from: 'B-1', to: 'B-9' } }
  expect(await two.does({ kind: 'update', ...seen, patch: both })).toMatchObject({
    status: 'merged',
    details: { clashes: { [answerPath(ids.Picker)]: { kept: 'Ada', offered: 'Mei' } } },
  })
  const detail = await mine().read({ params: { id: recordId } })
  expect(detail.answers).toMatchObject([{ value: 'Ada', others: ['Mei'] }, { value: '3' }])
  expect(detail.custom_id).toBe('B-9')
  // Equal answers of both devices are no conflict. A device that saw the first answer can replace it.
  expect(await two.does({ kind: 'update', ...seen, patch: answer('Weight', '3') })).not.toHaveProperty('details')
  const chosen = { kind: 'update', recordId, baseVer: detail.version, patch: answer('Picker', 'Mei', 'Ada') }
  expect(await two.does(chosen)).toMatchObject({ status: 'applied', ver: detail.version + 1 })
  expect((await mine().read({ params: { id: recordId } })).answers[0]).toMatchObject({ value: 'Mei', others: [] })
})

test('keeps a submission when its remover had not seen a change before their own edit [OF03 SU04]', async () => {
  for (const isOnePush of [true, false]) {
    const recordId = await created()
    const me = device()
    await mine().addAnswers({ params: { id: recordId }, body: { answers: [{ questionId: ids.Weight, value: '7' }] } })
    const edit = await me.op({ kind: 'update', recordId, baseVer: 1, patch: answer('Picker', 'Ada') })
    const removal = await me.op({ kind: 'remove', recordId, baseVer: 1, deps: [edit.opId] })
    const results = isOnePush ? await me.send(edit, removal) : [...(await me.send(edit)), ...(await me.send(removal))]
    expect(results).toMatchObject([{ status: 'merged' }, { status: 'merged', ver: 3 }])
    expect((await mine().read({ params: { id: recordId } })).answers.map(({ value }) => value)).toEqual(['Ada', '7'])
  }
})

test('reports a conflict by its path when a push changes only answers or only ranges [OF03 SU04]', async () => {
  const recordId = await created()
  const range = (end: string | undefined) => ({ start_time: noon, end_time: end })
  await device().does({ kind: 'update', recordId, baseVer: 1, patch: answer('Picker', 'Ada') })
  expect(await device().does({ kind: 'update', recordId, baseVer: 1, patch: answer('Picker', 'Mei') })).toMatchObject({
    status: 'merged',
    details: { clashes: { [answerPath(ids.Picker)]: { kept: 'Ada', offered: 'Mei' } } },
  })
  await device().does({ kind: 'update', recordId, baseVer: 1, patch: { [drying()]: { to: range(later) } } })
  const other = { [drying()]: { to: range('2026-11-21T14:00:00.000Z') } }
  expect(await device().does({ kind: 'update', recordId, baseVer: 1, patch: other })).toMatchObject({
    status: 'merged',
    details: { clashes: { [drying()]: { kept: range(later), offered: other[drying()]!.to } } },
  })
})

test('keeps the first arrival of a header field [OF03 SU04]', async () => {
  const recordId = await created('H-1')
  const change = (to: string) => ({ kind: 'update', recordId, baseVer: 1, patch: { custom_id: { from: 'H-1', to } } })
  await device().does(change('H-2'))
  expect(await device().does(change('H-3'))).toMatchObject({
    status: 'merged',
    details: { clashes: { custom_id: { kept: 'H-2', offered: 'H-3' } } },
  })
  const moved = await device().does({ kind: 'update', recordId, set: { formId: randomUUID() } })
  expect(moved).toMatchObject({ status: 'rejected', code: 'submission.formFixed' })
})

test('does not restore a removed submission when every value of the edit is rejected [OF03 SU04]', async () => {
  const [holder, removed] = [await created(), await created()]
  const me = device()
  await me.does({ kind: 'update', recordId: holder, patch: answer('Basket', 'B-77') })
  await mine().remove({ params: { id: removed } })
  expect(await me.does({ kind: 'update', recordId: removed, patch: answer('Basket', 'B-77') })).toMatchObject({
    status: 'rejected',
    code: 'submission.taken',
  })
  await expect(mine().read({ params: { id: removed } })).rejects.toMatchObject({ status: 404 })
  await me.does({ kind: 'update', recordId: removed, patch: answer('Picker', 'Ada') })
  expect((await mine().read({ params: { id: removed } })).answers.map(({ value }) => value)).toEqual(['Ada'])
})

test('moves a unique answer from one submission to another in one push [OF03 SU04]', async () => {
  const [first, second] = [await created(), await created()]
  const me = device()
  await me.does({ kind: 'update', recordId: first, patch: answer('Basket', 'M-1') })
  const corrected = await me.op({ kind: 'update', recordId: first, baseVer: 2, patch: answer('Basket', 'M-2', 'M-1') })
  const moved = await me.op({ kind: 'update', recordId: second, baseVer: 1, patch: answer('Basket', 'M-1') })
  expect(await me.send(corrected, moved)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  const answersOf = async (id: string) => (await mine().read({ params: { id } })).answers.map(({ value }) => value)
  expect([await answersOf(first), await answersOf(second)]).toEqual([['M-2'], ['M-1']])
})

test('rejects a taken unique answer and applies the other values of the operation [OF03 SU04]', async () => {
  const [first, second] = [await created(), await created()]
  const me = device()
  await me.does({ kind: 'update', recordId: first, patch: answer('Basket', 'U-1') })
  const patch = { ...answer('Basket', 'U-1'), ...answer('Picker', 'Mei') }
  const result = await me.does({ kind: 'update', recordId: second, baseVer: 1, patch })
  expect(result).toMatchObject({
    status: 'merged',
    ver: 2,
    details: {
      clashes: {
        [answerPath(ids.Basket)]: {
          offered: 'U-1',
          refused: { code: 'submission.taken', message: expect.stringContaining('"U-1"'), details: { value: 'U-1' } },
        },
      },
    },
  })
  expect((await mine().read({ params: { id: second } })).answers.map(({ value }) => value)).toEqual(['Mei'])
  // The operation is rejected if this is its only value. A create operation is applied without it.
  expect(await me.does({ kind: 'update', recordId: second, patch: answer('Basket', 'U-1') })).toMatchObject({
    status: 'rejected',
    code: 'submission.taken',
  })
  const set = input('U', { [answerPath(ids.Basket)]: 'U-1' })
  expect(await me.does({ kind: 'create', recordId: uuid7(), set })).toMatchObject({ status: 'merged', ver: 1 })
})

test('names each invalid value of an operation [OF03 SU04]', async () => {
  const recordId = await created()
  const wrong = {
    ...answer('Weight', 'heavy'),
    [drying()]: { to: { start_time: later, end_time: noon } },
    [answerPath(randomUUID())]: { to: 'x' },
    'answers/nothing': { to: 'x' },
    [answerPath(ids.Picker)]: { to: 'Ada' },
  }
  const { status, details } = await device().does({ kind: 'update', recordId, patch: wrong })
  const clashes = details!.clashes as Record<string, { refused: { code: string } }>
  expect([status, ...Object.values(clashes).map(({ refused }) => refused.code)].sort()).toEqual([
    ...['merged', 'submission.badNumber', 'submission.badRange', 'submission.noQuestion', 'sync.invalid'],
  ])
  const alone = await device().does({ kind: 'update', recordId, patch: { [drying()]: wrong[drying()]! } })
  expect(alone).toMatchObject({ status: 'rejected', code: 'submission.badRange' })
})

test('keeps a submission when its removal missed an edit, and restores it on a later edit [OF03 SU04]', async () => {
  const recordId = await created()
  const [one, two] = [device(), device()]
  await one.does({ kind: 'update', recordId, baseVer: 1, patch: answer('Picker', 'Ada') })
  expect(await two.does({ kind: 'remove', recordId, baseVer: 1 })).toMatchObject({ status: 'merged', ver: 2 })
  expect(await mine().read({ params: { id: recordId } })).toMatchObject({ version: 2 })
  // The removal had seen the edit of its own author, although both are sent together.
  const edit = await two.op({ kind: 'update', recordId, baseVer: 2, patch: answer('Weight', '1') })
  const removal = await two.op({ kind: 'remove', recordId, baseVer: 2, deps: [edit.opId] })
  expect(await two.send(edit, removal)).toMatchObject([{ status: 'applied' }, { status: 'applied', ver: 4 }])
  await expect(mine().read({ params: { id: recordId } })).rejects.toMatchObject({ status: 404 })
  const late = await one.does({ kind: 'update', recordId, baseVer: 2, patch: answer('Picker', 'Mei', 'Ada') })
  expect(late).toMatchObject({ status: 'merged', ver: 6 })
  expect((await one.pull()).find(({ id }) => id === recordId)).toMatchObject({
    data: { answers: { [ids.Picker]: 'Mei' } },
  })
})

test('rejects an unknown form, a missing feature and customer service with their problem codes [OF03]', async () => {
  const unknown = await device().does({ kind: 'create', set: { ...input('X'), formId: randomUUID() } })
  expect(unknown).toMatchObject({ status: 'rejected', code: 'submission.noForm' })
  const nameless = await device().does({ kind: 'create', set: input(' ') })
  expect(nameless).toMatchObject({
    status: 'rejected',
    code: 'core.invalid',
    details: { issues: [{ path: 'custom_id' }] },
  })
  const helper = await world.signUp({ role: 'customerservice', merchantId: person.merchantId!, confirmed: true })
  expect(await device(helper).does({ kind: 'create', set: input('X') })).toMatchObject({ code: 'sync.forbidden' })
  const owner = await fieldMerchant(world)
  const me = device(owner)
  const { id } = await startSubmission(world, owner, await createForm(world, owner))
  expect((await me.pull()).map(({ entity }) => entity).sort()).toEqual(['form', 'submission'])
  await enableFeatures(world, owner)
  expect(await me.does({ kind: 'update', recordId: id, patch: {} })).toMatchObject({ code: 'feature.temperature' })
  expect(await me.pull()).toEqual([])
  // When the feature is on again, all records are pulled.
  await enableFeatures(world, owner, 'temperature')
  expect(await me.pull()).toHaveLength(2)
})

test('rejects an implausible time and applies the other values [OF03 SU04]', async () => {
  const id = await created('T-1')
  const range = (start_time: string) => ({ [drying()]: { to: { start_time, end_time: later } } })
  const early = { ...range('0026-11-21T08:00:00.000Z'), ...answer('Picker', 'Ada') }
  expect(await device().does({ kind: 'update', recordId: id, baseVer: 1, patch: early })).toMatchObject({
    status: 'merged',
    details: { clashes: { [drying()]: { refused: { code: 'core.invalid' } } } },
  })
})

test('keeps the creation time of a submission that was sent late, but no future time [OF02 SU04]', async () => {
  const me = device()
  const createdAtOf = async (at: number) => {
    const recordId = uuid7(at)
    const made = await me.op({ kind: 'create', recordId, formRev: 1, set: input(`T-${at}`) })
    expect(await me.send(made)).toMatchObject([{ status: 'applied' }])
    return Date.parse((await mine().read({ params: { id: recordId } })).createdAt)
  }
  const before = Date.now() - 2 * 3_600_000
  expect(await createdAtOf(before)).toBe(before)
  expect(await createdAtOf(Date.now() + 400 * 86_400_000)).toBeLessThanOrEqual(Date.now() + 60_000)
})
