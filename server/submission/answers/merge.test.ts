import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/core/db/database.ts'
import { singleResult } from '#server/core/db/write-result.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, fieldMerchant, sensorId } from '#server/form/form.fixture.ts'
import { createSubmissions } from '#server/submission/create.ts'
import { updateSubmissions } from '#server/submission/header.ts'
import { removeSubmissions } from '#server/submission/remove.ts'
import { date, idsOf, later, noon, startSubmission, submissions } from '#server/submission/submission.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import type { Form } from '#shared/form/contract.ts'
import { answerPath, rangePath } from '#shared/submission/record.ts'
import type { AnswersChange } from './answers.ts'
import { saveAnswers } from './save-answers.ts'

// Writes of the sync engine: lists of many records, from devices that had seen older versions.

let world: TestApp
let person: Person
let form: Form
let ids: Record<string, string>
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
  form = await createForm(world, person)
  ids = idsOf(form)
})
afterAll(() => world.close())

const mine = () => submissions(world, person)
const run = <T>(work: (tx: Tx, merchantId: string) => Promise<T>) =>
  world.services.db.tenant(person.merchantId!, (tx) => work(tx, person.merchantId!))
const save = (...changes: AnswersChange[]) => run((tx, merchantId) => saveAnswers(tx, merchantId, changes))
const answering = (id: string, name: string, value: string, version?: number): AnswersChange => ({
  id,
  sensorAnswers: [],
  answers: [{ questionId: ids[name]!, value, version }],
})
const problemsOf = (outcomes: Awaited<ReturnType<typeof save>>) =>
  outcomes.map((outcome) => {
    const { conflicts = [] } = singleResult([outcome])
    return conflicts.flatMap(({ problem }) => (problem ? [[problem.kind.code, problem.details.question]] : []))
  })

test('creates and answers a list of submissions, and rejects only the invalid ones [SU04]', async () => {
  const input = (custom_id: string, fields: object = {}) => ({
    id: randomUUID(),
    date,
    formId: form.id,
    custom_id,
    ...fields,
  })
  const inputs = Array.from({ length: 300 }, (_, i) => input(`L-${i}`))
  inputs.splice(7, 0, input('foreign', { formId: randomUUID() }), input('another', { id: inputs[3]!.id }))
  const outcomes = await run((tx, merchantId) => createSubmissions(tx, merchantId, inputs))
  expect(outcomes.map(({ id }) => id)).toEqual(inputs.map(({ id }) => id))
  const rejections = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.problem.kind.code] : []))
  expect(rejections).toEqual(['submission.noForm', 'core.idTaken'])
  expect((await mine().list({ query: { search: 'L-' } })).total).toBe(300)
  const again = await run((tx, merchantId) => createSubmissions(tx, merchantId, inputs))
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['unchanged', 'rejected']))
  const created = inputs.filter(({ custom_id }) => custom_id.startsWith('L-'))
  const answers = created.map(({ id, custom_id }) => answering(id, 'Basket', custom_id))
  const saved = await save(...answers)
  expect(saved.filter(({ status }) => status === 'applied')).toHaveLength(300)
})

test('merges answers to different questions, and keeps both when two devices answer the same one [SU02]', async () => {
  const { id } = await startSubmission(world, person, form)
  await save(answering(id, 'Picker', 'Ada', 0))
  const outcomes = await save(
    answering(id, 'Weight', '12', 0),
    answering(id, 'Picker', 'Ada', 0),
    { ...answering(id, 'Picker', 'Ravi', 1) },
    answering(id, 'Picker', 'Mei', 1),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'unchanged', 'applied', 'merged'])
  const answer = async () =>
    (await mine().read({ params: { id } })).answers.find(({ question }) => question === 'Picker')
  expect(await answer()).toMatchObject({ value: 'Ravi', version: 3, others: ['Mei'] })
  // Writing the same answer again is idempotent. A sender who saw both values decides between them.
  expect((await save(answering(id, 'Picker', 'Mei', 1)))[0]!.status).toBe('unchanged')
  await save(answering(id, 'Picker', 'Mei', 3))
  expect(await answer()).toMatchObject({ value: 'Mei', version: 4, others: [] })
})

test('stores every character of an answer, also of one that lost a conflict [SU02]', async () => {
  const { id } = await startSubmission(world, person, form)
  const texts = ['NULL', '"', '\\', '{a,"b"}', `it's \\"so\\"`, ' two\nlines\t', '', 'чай 茶 🍵']
  for (const [i, text] of texts.entries()) {
    await save(answering(id, 'Picker', `before ${i}`))
    await save(answering(id, 'Picker', text, 0))
    const { value, others } = (await mine().read({ params: { id } })).answers.find(
      ({ question }) => question === 'Picker',
    )!
    expect([value, others]).toEqual([`before ${i}`, [text]])
    await save(answering(id, 'Picker', text))
    expect((await mine().read({ params: { id } })).answers).toContainEqual(
      expect.objectContaining({ question: 'Picker', value: text, others: [] }),
    )
  }
})

test('merges a sensor range as one value, of which the first arrival stays [SU02]', async () => {
  const { id } = await startSubmission(world, person, form)
  const range = (start_time: string | null, end_time: string | null, version: number): AnswersChange => ({
    id,
    answers: [],
    sensorAnswers: [{ sectionId: ids.Drying!, sensorId, start_time, end_time, version }],
  })
  await save(range(noon!, null, 0), range(noon!, later!, 1))
  expect((await save(range(null, noon!, 1)))[0]).toMatchObject({
    status: 'merged',
    conflicts: [{ path: rangePath(ids.Drying!, sensorId) }],
  })
  const [stored] = (await mine().read({ params: { id } })).sensorAnswers
  expect(stored).toMatchObject({
    start_time: noon,
    end_time: later,
    version: 3,
    others: [{ start_time: null, end_time: noon }],
  })
  expect(problemsOf(await save(range(later!, noon!, 3)))).toEqual([[['submission.badRange', undefined]]])
})

test('rejects a further value when a conflict stores ten others, until somebody chooses [SU02 OF03]', async () => {
  const { id } = await startSubmission(world, person, form)
  const range = (minute: number) => ({
    sectionId: ids.Drying!,
    sensorId,
    version: 0,
    start_time: null,
    end_time: `2026-11-21T12:${minute + 10}:00.000Z`,
  })
  const blind = (part: 'answers' | 'sensorAnswers', number: number) => {
    const given = { questionId: ids.Picker!, value: `Name ${number}`, version: 0 }
    const body = part === 'answers' ? { answers: [given] } : { sensorAnswers: [range(number)] }
    return mine().updateAnswers({ params: { id }, body })
  }
  for (const part of ['answers', 'sensorAnswers'] as const) {
    for (let number = 0; number <= 10; number++) await blind(part, number)
    const error = { status: 409, code: 'submission.tooManyValues', details: { most: 10 } }
    await expect(blind(part, 11)).rejects.toMatchObject(error)
    expect((await blind(part, 10))[part][0]!.others).toHaveLength(10)
  }
  const me = syncingDevice(world, person, 'submission')
  const answer = (name: string, to: string, from?: string) => ({ [answerPath(ids[name]!)]: { from, to } })
  const seen = { kind: 'update', recordId: id, baseVer: 1 }
  expect(await me.does({ ...seen, patch: answer('Picker', 'Mei') })).toMatchObject({
    status: 'rejected',
    code: 'submission.tooManyValues',
  })
  expect(await me.does({ ...seen, patch: { ...answer('Picker', 'Mei'), ...answer('Weight', '3') } })).toMatchObject({
    status: 'merged',
    details: { clashes: { [answerPath(ids.Picker!)]: { refused: { code: 'submission.tooManyValues' } } } },
  })
  expect(await me.does({ ...seen, patch: answer('Picker', 'Mei', 'Name 0') })).not.toHaveProperty('details')
  expect((await mine().read({ params: { id } })).answers[0]).toMatchObject({ value: 'Mei', others: [] })
})

test('rejects a unique answer that is taken, names its question, and saves the other answers [SU04]', async () => {
  const [one, two] = [await startSubmission(world, person, form), await startSubmission(world, person, form)]
  await mine().addAnswers({ params: one, body: { answers: [{ questionId: ids.Basket!, value: 'N-10' }] } })
  const both = [
    { questionId: ids.Basket!, value: ' N-10' },
    { questionId: ids.Picker!, value: 'Mei' },
  ]
  await expect(mine().addAnswers({ params: two, body: { answers: both } })).rejects.toMatchObject({
    status: 409,
    code: 'submission.taken',
    message: 'Basket: "N-10" was given in another submission. It has to be unique.',
    details: { questionId: ids.Basket, question: 'Basket', value: 'N-10' },
  })
  const [outcome] = await save({
    id: two.id,
    sensorAnswers: [],
    answers: [
      { questionId: ids.Basket!, value: 'N-10' },
      { questionId: ids.Picker!, value: 'Mei' },
    ],
  })
  expect(outcome).toMatchObject({ status: 'merged', version: 2 })
  expect((await mine().read({ params: two })).answers.map(({ value }) => value)).toEqual(['Mei'])
  // The first of a list takes the answer. It stays free for another question and for another merchant.
  const three = await startSubmission(world, person, form)
  const list = await save(answering(two.id, 'Basket', 'N-11'), answering(three.id, 'Basket', 'N-11'))
  expect(problemsOf(list)).toEqual([[], [['submission.taken', 'Basket']]])
  await mine().addAnswers({ params: three, body: { answers: [{ questionId: ids.Picker!, value: 'N-10' }] } })
  const other = await fieldMerchant(world)
  const theirs = await createForm(world, other)
  const body = { answers: [{ questionId: idsOf(theirs).Basket!, value: 'N-10' }] }
  await submissions(world, other).addAnswers({ params: await startSubmission(world, other, theirs), body })
})

test('accepts one of several equal unique answers that arrive at the same time [SU04]', async () => {
  const competing = await Promise.all(Array.from({ length: 6 }, () => startSubmission(world, person, form)))
  const body = { answers: [{ questionId: ids.Basket!, value: 'N-20' }] }
  const outcomes = await Promise.allSettled(competing.map((params) => mine().addAnswers({ params, body })))
  const rejections = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(rejections.map(({ reason }) => reason.code)).toEqual(Array(5).fill('submission.taken'))
  const second = world.database.query(
    `insert into submission_answer (merchant_id, submission_id, question_id, value, version, others, is_unique)
     select merchant_id, $1, question_id, value, 1, '[]', true from submission_answer where value = 'N-20'`,
    [competing.map(({ id }) => id).find((_, i) => outcomes[i]!.status === 'rejected')],
  )
  await expect(second).rejects.toMatchObject({ constraint: 'submission_answer_unique' })
})

test('restores a removed submission on an edit, and moves a taken unique answer to the other values [SU04]', async () => {
  const made = await startSubmission(world, person, form)
  const { id } = made
  await save(answering(id, 'Basket', 'N-30'))
  const remove = (version: number) => run((tx, merchantId) => removeSubmissions(tx, merchantId, [{ id, version }]))
  expect(await remove(1)).toMatchObject([{ status: 'rejected', problem: { kind: { code: 'submission.changed' } } }])
  expect(await remove(2)).toMatchObject([{ status: 'applied', version: 3 }])
  expect(await remove(2)).toMatchObject([{ status: 'unchanged' }])
  const heir = await startSubmission(world, person, form)
  await save(answering(heir.id, 'Basket', 'N-30'))
  expect(await save(answering(id, 'Picker', 'Ada', 0))).toMatchObject([{ status: 'applied', version: 5 }])
  const back = await mine().read({ params: { id } })
  expect(back.answers.map(({ question, value, others }) => [question, value, others])).toEqual([
    ['Picker', 'Ada', []],
    ['Basket', '', ['N-30']],
  ])
  expect(back.version).toBe(5)
})

test('merges date and custom id field by field, against the values that the device had seen [SU04]', async () => {
  const { id } = await startSubmission(world, person, form, { custom_id: 'H-1' })
  const change = (fields: object, from: object) =>
    run((tx, merchantId) => updateSubmissions(tx, merchantId, [{ id, fields, from }]))
  expect(await change({ custom_id: 'H-2' }, { custom_id: 'H-1' })).toMatchObject([{ status: 'applied', version: 2 }])
  const stale = await change(
    { custom_id: 'H-3', date: '2026-12-01T00:00:00Z' },
    { custom_id: 'H-1', date: '2026-11-21T08:00:00Z' },
  )
  expect(stale).toMatchObject([{ status: 'merged', version: 3, conflicts: [{ path: 'custom_id' }] }])
  expect(await mine().read({ params: { id } })).toMatchObject({ custom_id: 'H-2', date: '2026-12-01T00:00:00.000Z' })
  expect(await change({ custom_id: 'H-2' }, { custom_id: 'H-1' })).toMatchObject([{ status: 'unchanged' }])
})
