import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, fieldMerchant, sensorId } from '#server/form/form.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { type Form, formContract } from '#shared/form/contract.ts'
import { submissionContract } from '#shared/submission/contract.ts'
import { date, idsOf, later, noon, startSubmission, submissions, teaAnswers } from './submission.fixture.ts'

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

test('creates, changes and removes a submission, keeps its form, and audits every step [SU04]', async () => {
  const made = await startSubmission(world, person, form, { custom_id: 'B-7' })
  expect(made).toMatchObject({
    date,
    formId: form.id,
    formRevision: 1,
    custom_id: 'B-7',
    version: 1,
    complete: false,
    currentSection: 0,
    form: { name: 'Tea harvest', custom_id_label: 'Batch' },
    status: 'Submission created!',
  })
  const params = { id: made.id }
  const changed = await mine().update({ params, body: { custom_id: 'B-8', formId: form.id } })
  expect(changed).toMatchObject({ custom_id: 'B-8', date, version: 2, status: 'Submission updated!' })
  const russian = world.api(submissionContract, person, { language: 'ru' })
  expect((await russian.update({ params, body: {} })).status).toBe('Форма сохранена!')
  const another = await createForm(world, person)
  await expect(mine().update({ params, body: { formId: another.id } })).rejects.toMatchObject({
    status: 409,
    code: 'submission.formFixed',
  })
  await mine().updateAnswers({ params, body: teaAnswers(form, 'N-1') })
  await mine().remove({ params })
  await expect(mine().read({ params })).rejects.toMatchObject({ status: 404, code: 'submission.notFound' })
  const { rows } = await world.database.query(
    'select action from audit_entry where merchant_id = $1 and subject = $2 order by seq',
    [person.merchantId, made.id],
  )
  expect(rows.map(({ action }) => action.split('.')[1])).toEqual(['create', 'update', 'answer', 'remove'])
})

test('responds 404 when a removed submission is edited [SU04]', async () => {
  const params = await startSubmission(world, person, form, { custom_id: 'Gone' })
  await mine().remove({ params })
  const body = { custom_id: 'Back', date: '2026-11-20T10:00:00.000Z' }
  await expect(mine().update({ params, body } as never)).rejects.toMatchObject({ status: 404 })
  await expect(mine().addAnswers({ params, body: teaAnswers(form, 'N-9') })).rejects.toMatchObject({ status: 404 })
  await expect(mine().read({ params })).rejects.toMatchObject({ status: 404 })
})

test('names the missing fields of a new submission with the texts of the specification [SU04]', async () => {
  const rejection = (body: object, formId = form.id) =>
    mine()
      .create({ params: { formId }, body: body as never })
      .catch(({ code, details }) => details.issues ?? code)
  expect(await rejection({})).toEqual([
    { path: 'date', message: 'Please pick a date' },
    { path: 'custom_id', message: 'Please fill in the identifier' },
  ])
  expect(await rejection({ date: '0000-01-01T00:00:00Z', custom_id: 'B-1' })).toEqual([
    { path: 'date', message: 'Please pick a date' },
  ])
  expect(await rejection({ date, custom_id: 'B\0' })).toMatchObject([{ path: 'custom_id' }])
  expect(await rejection({}, 'none')).toEqual([{ path: 'formId', message: 'Please pick a form template' }])
  expect(await rejection({ date, custom_id: 'B-1' }, randomUUID())).toBe('submission.noForm')
})

test('creates one submission when it is sent twice, and rejects other content with its id [SU04]', async () => {
  const id = randomUUID()
  const [one, twin] = await Promise.all([
    startSubmission(world, person, form, { id }),
    startSubmission(world, person, form, { id }),
  ])
  expect(one).toEqual(twin)
  expect(await startSubmission(world, person, { id: form.id.toUpperCase() }, { id: id.toUpperCase() })).toEqual(one)
  const taken = { status: 409, code: 'core.idTaken' }
  await expect(startSubmission(world, person, form, { id, custom_id: 'B-2' })).rejects.toMatchObject(taken)
  const other = await fieldMerchant(world)
  await expect(startSubmission(world, other, await createForm(world, other), { id })).rejects.toMatchObject(taken)
  expect((await submissions(world, other).list({ query: {} })).total).toBe(0)
})

test('lists submissions with the states of their sections, sorted, searched and paged [SU01]', async () => {
  const owner = await fieldMerchant(world)
  const tea = await createForm(world, owner)
  const coffee = await createForm(world, owner, { name: 'Coffee', sections: [{ name: 'Roasting' }] })
  const first = await startSubmission(world, owner, tea, { custom_id: 'C', date: '2026-11-03T00:00:00Z' })
  await startSubmission(world, owner, tea, { custom_id: 'A', date: '2026-11-02T00:00:00Z' })
  await startSubmission(world, owner, coffee, { custom_id: 'B', date: '2026-11-01T00:00:00Z' })
  const api = submissions(world, owner)
  const { Picker } = idsOf(tea)
  await api.addAnswers({ params: first, body: { answers: [{ questionId: Picker!, value: 'Ada' }] } })
  const list = async (query: object) => (await api.list({ query })).rows.map(({ custom_id }) => custom_id).join('')
  expect(await list({})).toBe('BAC')
  expect(await list({ sort: 'custom_id' })).toBe('ABC')
  expect(await list({ sort: '-date' })).toBe('CAB')
  expect(await list({ sort: 'form' })).toMatch(/^B/)
  expect(await list({ sort: 'date', page: 2, limit: 2 })).toBe('C')
  expect(await list({ search: 'TEA', sort: 'custom_id' })).toBe('AC')
  const { rows, total } = await api.list({ query: { sort: 'custom_id', limit: 2, page: 2 } })
  expect(total).toBe(3)
  expect(rows[0]!.points.map(({ name, state }) => [name, state])).toEqual([
    ['Plucking', 'partial'],
    ['Drying', 'empty'],
  ])
})

test('saves answers and ranges of one section and keeps the others [SU02]', async () => {
  const { id } = await startSubmission(world, person, form)
  const params = { id }
  const picker = { questionId: ids.Picker!, value: ' Ada ' }
  const first = await mine().addAnswers({
    params,
    body: { answers: [picker, { questionId: ids.Weight!, value: 12.5 }] },
  })
  expect(first).toMatchObject({ version: 2, complete: false, status: 'Submission updated!' })
  expect(first.missing.map(({ name, part }) => [name, part])).toEqual([
    ['Basket', 'answer'],
    ['Drying', 'start_time'],
    ['Drying', 'end_time'],
  ])
  const range = { sectionId: ids.Drying!, sensorId, start_time: noon!, end_time: null }
  await mine().updateAnswers({ params, body: { sensorAnswers: [range] } })
  const drying = await mine().sectionAnswers({ params: { id, sectionId: ids.Drying! } })
  expect(drying).toMatchObject({
    section_name: 'Drying',
    questions: [{ name: 'Begun' }, { name: 'Old question' }],
    answers: [],
    sensorAnswers: [{ sensorId, start_time: noon, end_time: null, version: 1 }],
  })
  const plucking = await mine().sectionAnswers({ params: { id, sectionId: ids.Plucking! } })
  expect(plucking.answers.map(({ question, value, version }) => [question, value, version])).toEqual([
    ['Picker', 'Ada', 1],
    ['Weight', '12.5', 1],
  ])
  const body = { answers: [{ questionId: ids.Basket!, value: 'N-2' }], sensorAnswers: [{ ...range, end_time: later! }] }
  expect(await mine().updateAnswers({ params, body })).toMatchObject({ complete: true, missing: [], currentSection: 1 })
  const again = await mine().updateAnswers({ params, body })
  expect(again.version).toBe(4)
})

test('rejects all answers of a request when one has a wrong type, range, question or sensor [SU02]', async () => {
  const params = await startSubmission(world, person, form)
  const strange = idsOf(await createForm(world, person))
  const rejection = (answers: object[], sensorAnswers: object[] = []) =>
    mine()
      .addAnswers({ params, body: { answers, sensorAnswers } as never })
      .catch(({ code, details, message }) => details.issues?.[0] ?? (details.question ? message : code))
  const fine = { questionId: ids.Picker!, value: 'Ada' }
  expect(await rejection([fine, { questionId: ids.Weight, value: 'heavy' }])).toBe('Weight: please fill in a number')
  expect(await rejection([{ questionId: ids.Begun, value: 'today' }])).toBe('Begun: please pick a date')
  expect(await rejection([fine, { questionId: strange.Picker, value: 'Ada' }])).toBe('submission.noQuestion')
  const range = { sectionId: ids.Drying, sensorId, start_time: later, end_time: noon }
  expect(await rejection([fine], [range])).toEqual({
    path: 'sensorAnswers.0.end_time',
    message: 'Start Time must be before End Time',
  })
  const reversed = { start_time: noon, end_time: later }
  expect(await rejection([fine], [{ ...range, ...reversed, sensorId: randomUUID() }])).toBe('submission.noSensor')
  expect(await mine().read({ params })).toMatchObject({ version: 1, answers: [] })
})

test('previews questions with answers, every sensor, and whether the submission is complete [SU03]', async () => {
  const params = await startSubmission(world, person, form, { custom_id: 'B-9' })
  expect(await mine().preview({ params })).toMatchObject({
    custom_id_label: 'Batch',
    custom_id: 'B-9',
    complete: false,
    sensorAnswers: [{ sensorId, section_name: 'Drying', start_time: null, end_time: null }],
  })
  await mine().addAnswers({ params, body: teaAnswers(form, 'N-3') })
  const { answers, sensorAnswers, complete } = await mine().preview({ params })
  expect(complete).toBe(true)
  expect(sensorAnswers).toMatchObject([{ sensorId, start_time: noon, end_time: later }])
  expect(answers.map(({ question, answer, suffix }) => [question, answer, suffix])).toEqual([
    ['Picker', 'Ada', ''],
    ['Weight', '', 'kg'],
    ['Basket', 'N-3', ''],
    ['Begun', '', ''],
  ])
})

test('keeps the form revision of a submission when the form changes or is removed [SU04]', async () => {
  const made = await createForm(world, person)
  const forms = world.api(formContract, person)
  const old = await startSubmission(world, person, made)
  await forms.update({ params: made, body: { ...made, name: 'New harvest', sections: made.sections.slice(0, 1) } })
  const late = await startSubmission(world, person, made, { formRevision: 1 })
  const fresh = await startSubmission(world, person, made)
  expect([old, late, fresh].map(({ formRevision, points }) => [formRevision, points.length])).toEqual([
    [1, 2],
    [1, 2],
    [2, 1],
  ])
  await forms.remove({ params: made })
  expect(await mine().addAnswers({ params: old, body: teaAnswers(made, 'N-4') })).toMatchObject({ complete: true })
  expect(await startSubmission(world, person, made, { formRevision: 2 })).toMatchObject({
    form: { name: 'New harvest' },
  })
  await expect(startSubmission(world, person, made, { formRevision: 3 })).rejects.toMatchObject({
    code: 'submission.noForm',
  })
})

test("responds 404 for another merchant's submission and form, and names a disabled feature [SU04]", async () => {
  const params = await startSubmission(world, person, form)
  const other = await fieldMerchant(world)
  const theirs = submissions(world, other)
  const missing = { status: 404 }
  await expect(theirs.read({ params })).rejects.toMatchObject(missing)
  await expect(theirs.preview({ params })).rejects.toMatchObject(missing)
  await expect(theirs.update({ params, body: { custom_id: 'Mine' } })).rejects.toMatchObject(missing)
  await expect(theirs.addAnswers({ params, body: {} })).rejects.toMatchObject(missing)
  await expect(theirs.remove({ params })).rejects.toMatchObject(missing)
  await expect(startSubmission(world, other, form)).rejects.toMatchObject({ code: 'submission.noForm' })
  const plain = submissions(world, await world.approvedMerchant())
  await expect(plain.list({ query: {} })).rejects.toMatchObject({ status: 409, code: 'feature.temperature' })
})

test('reads no answers and no texts of questions when it lists submissions [SU01]', async () => {
  const made = await startSubmission(world, person, form, { custom_id: 'Long' })
  const answers = [{ questionId: ids.Picker!, value: 'x'.repeat(2000) }]
  await mine().updateAnswers({ params: made, body: { ...teaAnswers(form, 'N-70'), answers } })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { rows } = await mine().list({ query: { search: 'Long' } })
  const read = await Promise.all(query.mock.results.map(({ value }) => value as unknown as Promise<pg.QueryResult>))
  query.mockRestore()
  const head = omit(await mine().read({ params: made }), 'sections', 'answers', 'sensorAnswers', 'missing')
  expect(rows).toEqual([head])
  expect(rows[0]!.points.map(({ state }) => state)).toEqual(['partial', 'complete'])
  const text = JSON.stringify(read.map((result) => result?.rows))
  expect(text).toContain('"custom_id_label":"Batch"')
  expect(text).not.toMatch(/xx|Picker/)
})

test('reads whole answers only to questions that others depend on when it lists submissions [SU01]', async () => {
  const [decides, other] = [randomUUID(), randomUUID()]
  const choice = (id: string, name: string, option: string) => ({
    id,
    name,
    datatype: 'choice' as const,
    options: [{ id: option, name: 'Yes' }],
  })
  const questions = [
    choice(decides, 'Decides', 'yy-yes'),
    choice(other, 'Other', 'xx-yes'),
    { name: 'Dependent', required: true, showIf: { question: decides, options: ['yy-yes'] } },
  ]
  const made = await createForm(world, person, { sections: [{ name: 'Only', questions }] })
  const { id } = await startSubmission(world, person, made, { custom_id: 'Decided' })
  const answers = [
    { questionId: decides, value: 'yy-yes' },
    { questionId: other, value: 'xx-yes' },
  ]
  await mine().updateAnswers({ params: { id }, body: { answers, sensorAnswers: [] } })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { rows } = await mine().list({ query: { search: 'Decided' } })
  const read = await Promise.all(query.mock.results.map(({ value }) => value as unknown as Promise<pg.QueryResult>))
  query.mockRestore()
  expect(rows.map(({ complete }) => complete)).toEqual([false])
  const text = JSON.stringify(read.map((result) => result?.rows))
  expect(text).toContain('"value":"yy-yes"')
  expect(text).not.toContain('xx-yes')
})
