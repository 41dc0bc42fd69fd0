import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { sharedFacts } from '#server/submission/service.ts'
import { date, idsOf, startSubmission, submissions } from '#server/submission/submission.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { type Form, formContract } from '#shared/form/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

let world: TestApp
let person: Person
let form: Form
let ids: Record<'Weight' | 'Price' | 'Total' | 'Reason', string>
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
  form = await createForm(world, person, { name: 'Crates', sections: [{ name: 'Only', questions: questions() }] })
  ids = idsOf(form) as typeof ids
})
afterAll(() => world.close())

function questions(limit = 100) {
  return [
    {
      name: 'Weight',
      key: 'weight',
      datatype: 'number' as const,
      constraint: `answer > 0 and answer <= ${limit}`,
      constraintMessage: `A crate holds up to ${limit} kg`,
    },
    { name: 'Price', key: 'price', datatype: 'number' as const, constraint: 'answer < weight' },
    { name: 'Total', datatype: 'number' as const, share: true, suffix: 'EUR', calculation: 'round(weight * price, 2)' },
    { name: 'Reason', requiredIf: 'weight > 50' },
  ]
}
const answersOf = (answers: Partial<Record<keyof typeof ids, string>>) => ({
  answers: Object.entries(answers).map(([name, value]) => ({ questionId: ids[name as keyof typeof ids], value })),
  sensorAnswers: [],
})
const mine = () => submissions(world, person)

test('returns calculated answers everywhere without storing them, and accepts none from a caller [FO03]', async () => {
  const params = await startSubmission(world, person, form)
  const saved = await mine().updateAnswers({ params, body: answersOf({ Weight: '12.5', Price: '3.1' }) })
  expect(saved.answers.find(({ question }) => question === 'Total')).toMatchObject({ value: '38.75', version: 0 })
  const { answers } = await mine().preview({ params })
  expect(answers.map(({ answer }) => answer)).toEqual(['12.5', '3.1', '38.75', ''])
  const facts = await world.services.db.read.transaction((tx) => sharedFacts(tx, person.merchantId!, params.id))
  expect(facts!.answers).toEqual([{ question: 'Total', answer: '38.75 EUR' }])
  await expect(mine().updateAnswers({ params, body: answersOf({ Total: '1' }) })).rejects.toMatchObject({
    status: 409,
    code: 'submission.calculated',
  })
  const changed = await mine().updateAnswers({ params, body: answersOf({ Weight: '10' }) })
  expect(changed.answers.find(({ question }) => question === 'Total')?.value).toBe('31')
  const { rows } = await world.database.query(
    'select count(*)::int from submission_answer where submission_id = $1 and question_id = $2',
    [params.id, ids.Total],
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('rejects an answer that its constraint rejects together with the others, with its message [FO03]', async () => {
  const params = await startSubmission(world, person, form)
  const save = (answers: Parameters<typeof answersOf>[0]) => mine().updateAnswers({ params, body: answersOf(answers) })
  await expect(save({ Weight: '101' })).rejects.toMatchObject({
    status: 400,
    code: 'submission.constraint',
    message: 'Weight: A crate holds up to 100 kg',
  })
  await expect(save({ Price: '1' })).rejects.toMatchObject({ status: 400, code: 'submission.notAllowed' })
  await save({ Weight: '2', Price: '1' })
  await expect(save({ Price: '3' })).rejects.toMatchObject({ code: 'submission.notAllowed' })
  await save({ Price: '' })
  const stored = await save({ Weight: '60', Price: '50' })
  expect(stored.missing).toMatchObject([{ name: 'Reason', part: 'answer' }])
  const smaller = await save({ Weight: '40' })
  expect(smaller.missing).toMatchObject([{ name: 'Price', part: 'constraint' }])
  const { rows } = await mine().list({ query: { page: 1, limit: 10 } as never })
  expect(rows.find(({ id }) => id === params.id)).toMatchObject({ complete: false, points: [{ state: 'partial' }] })
})

test('evaluates a submission of an offline device by the form version of that device [FO03 OF03]', async () => {
  const { id: formId } = await createForm(world, person, {
    name: 'Sacks',
    sections: [{ name: 'Only', questions: questions() }],
  })
  const old = await world.api(formContract, person).read({ params: { id: formId } })
  const [section] = old.sections
  const [weight] = section!.questions
  const stricter = { ...section!, questions: [{ ...weight!, ...questions(10)[0]! }, ...section!.questions.slice(1)] }
  await world.api(formContract, person).update({ params: { id: formId }, body: { sections: [stricter] } })
  const device = syncingDevice(world, person, 'submission')
  const begin = (formRev: number) =>
    device.op({
      kind: 'create',
      recordId: uuid7(),
      formRev,
      set: { formId, formRevision: formRev, date, custom_id: `S-${formRev}`, [answerPath(weight!.id)]: '50' },
    })
  const [before, after] = [await begin(1), await begin(2)]
  const results = await device.send(before, after)
  expect(results.map(({ status }) => status)).toEqual(['applied', 'merged'])
  const answers = async (id: string) => (await mine().read({ params: { id } })).answers.map(({ value }) => value)
  expect([await answers(before.recordId), await answers(after.recordId)]).toEqual([['50'], []])
})

test('rejects a form with an expression that cannot be used, and names the question [FO03]', async () => {
  const make = (...list: object[]) =>
    createForm(world, person, { name: 'Bad', sections: [{ questions: list as never }] })
  await expect(make({ name: 'Sum', datatype: 'number', calculation: 'lost + 1' })).rejects.toMatchObject({
    status: 400,
    code: 'form.expression',
    details: { question: 'Sum', setting: 'calculation', fault: 'unknownName', name: 'lost' },
  })
  const circle = [
    { name: 'One', key: 'one', calculation: 'two' },
    { name: 'Two', key: 'two', calculation: 'one' },
  ]
  await expect(make(...circle)).rejects.toMatchObject({ details: { fault: 'cycle', name: 'One, Two' } })
  await expect(make({ key: '1st' })).rejects.toMatchObject({ status: 400 })
})

test('calculates with the day of the time zone in which the submission was begun [FO03]', async () => {
  const dated = await createForm(world, person, {
    name: 'Shifts',
    sections: [{ name: 'Shift', questions: [{ name: 'Shift day', datatype: 'date', calculation: 'today()' }] }],
  })
  const evening = Date.parse('2026-11-20T22:30:00.000Z')
  const dayOf = async (timeZone?: string) => {
    const params = await startSubmission(world, person, dated, { id: uuid7(evening), ...(timeZone && { timeZone }) })
    const read = await mine().read({ params })
    expect(read.timeZone).toBe(timeZone ?? null)
    return read.answers.map(({ value }) => value)
  }
  expect(await dayOf('Asia/Tokyo')).toEqual(['2026-11-21'])
  expect(await dayOf('America/Lima')).toEqual(['2026-11-20'])
  expect(await dayOf()).toEqual(['2026-11-20'])
  await expect(dayOf('Mars/Olympus')).rejects.toMatchObject({ status: 400 })
})

test('stores the time zone of a device, and no zone if the server does not know it [SU04]', async () => {
  const sender = syncingDevice(world, person, 'submission')
  const made = async (timeZone: string) => {
    const recordId = uuid7()
    const set = { formId: form.id, formRevision: 1, date, custom_id: 'Z-1', timeZone }
    const op = await sender.op({ kind: 'create', recordId, formRev: 1, set })
    expect(await sender.send(op)).toMatchObject([{ status: 'applied' }])
    return (await mine().read({ params: { id: recordId } })).timeZone
  }
  expect(await made('America/Lima')).toBe('America/Lima')
  expect(await made('Mars/Olympus')).toBeNull()
})
