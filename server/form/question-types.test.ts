import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { uploadExampleFiles } from '#server/submission/files.fixture.ts'
import { sharedFacts } from '#server/submission/service.ts'
import { idsOf, startSubmission, submissions } from '#server/submission/submission.fixture.ts'
import { formContract } from '#shared/form/contract.ts'
import { questionExamples, questionsOfAllTypes } from '#shared/form/question-types/examples.fixture.ts'
import { createForm, fieldMerchant } from './form.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
  await uploadExampleFiles(world, person)
})
afterAll(() => world.close())

const formOfAllTypes = () =>
  createForm(world, person, {
    name: 'All types',
    sections: [{ name: 'Only', questions: questionsOfAllTypes.map((question) => ({ ...question, share: true })) }],
  })
const firstAnswers = questionsOfAllTypes.flatMap(({ datatype, name }) =>
  questionExamples[datatype].answers.slice(0, 1).map((answer) => ({ name, ...answer })),
)

test('stores questions of all types with their settings, and their answers as they were sent [FO02]', async () => {
  const form = await formOfAllTypes()
  const ids = idsOf(form)
  expect(form.sections[0]!.questions).toMatchObject(
    questionsOfAllTypes.map((question) => ({ ...question, share: !['note', 'audio'].includes(question.datatype) })),
  )
  expect(await world.api(formContract, person).read({ params: form })).toEqual(form)
  const { id } = await startSubmission(world, person, form)
  const answers = firstAnswers.map(({ name, stored }) => ({ questionId: ids[name]!, value: stored }))
  const saved = await submissions(world, person).updateAnswers({ params: { id }, body: { answers, sensorAnswers: [] } })
  expect(saved.answers.map(({ question, value }) => ({ name: question, stored: value }))).toEqual(
    firstAnswers.map(({ name, stored }) => ({ name, stored })),
  )
})

test('shows answers by the names of their options, in the preview and to shoppers [SU02]', async () => {
  const form = await formOfAllTypes()
  const ids = idsOf(form)
  const { id } = await startSubmission(world, person, form)
  const unshared = firstAnswers.map(({ name, stored }) => ({
    questionId: ids[name]!,
    value: name.includes('unique') ? 'T-2' : stored,
  }))
  await submissions(world, person).updateAnswers({ params: { id }, body: { answers: unshared, sensorAnswers: [] } })
  const { answers } = await submissions(world, person).preview({ params: { id } })
  const byName = Object.fromEntries(answers.map(({ question, answer }) => [question, answer]))
  expect(byName).toMatchObject({
    'A choice question': 'Green',
    'A choices question': 'Red',
    'A number question': '12.5',
  })
  expect(byName).not.toHaveProperty('A note question')
  const facts = await world.services.db.read.transaction((tx) => sharedFacts(tx, person.merchantId!, id))
  const textOf = (one: (typeof facts & object)['answers'][number]) =>
    'answer' in one ? one.answer : one.files.map(({ ext }) => ext)
  const shared = firstAnswers.filter(({ name }) => !name.includes('audio'))
  const files: Record<string, string[]> = { 'A photo question': ['.jpg'], 'A signature question': ['.png'] }
  expect(facts!.answers.map((one) => [one.question, textOf(one)])).toEqual(
    shared.map(({ name, shown }) => [name, name.includes('unique') ? 'T-2' : (files[name] ?? shown)]),
  )
})

test('rejects what is no answer of its type, and names the question [SU04]', async () => {
  const form = await formOfAllTypes()
  const ids = idsOf(form)
  const { id } = await startSubmission(world, person, form)
  for (const { name, datatype } of questionsOfAllTypes) {
    const [value] = questionExamples[datatype].wrong
    const body = { answers: [{ questionId: ids[name]!, value: value! }], sensorAnswers: [] }
    const answered = submissions(world, person).updateAnswers({ params: { id }, body })
    await expect(answered).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status === 400 || status === 409),
    })
  }
})

test('keeps stored answers when an option is renamed, and shows the name in the answered revision [FO02]', async () => {
  const form = await formOfAllTypes()
  const questionId = idsOf(form)['A choice question']!
  const answers = [{ questionId, value: 'green' }]
  const { id } = await startSubmission(world, person, form)
  await submissions(world, person).updateAnswers({ params: { id }, body: { answers, sensorAnswers: [] } })
  const renamed = structuredClone(form)
  const asked = renamed.sections[0]!.questions.find((question) => question.id === questionId)!
  asked.options = [
    { id: 'new', name: 'New' },
    ...asked.options!.map((option) => ({ ...option, name: `${option.name}!` })),
  ]
  const changed = await world.api(formContract, person).update({ params: form, body: renamed })
  expect(changed.revision).toBe(2)
  const answerOf = async (submission: string) => {
    const preview = await submissions(world, person).preview({ params: { id: submission } })
    return preview.answers.find((one) => one.questionId === questionId)!.answer
  }
  expect(await answerOf(id)).toBe('Green')
  const later = await startSubmission(world, person, form)
  await submissions(world, person).updateAnswers({ params: later, body: { answers, sensorAnswers: [] } })
  expect(await answerOf(later.id)).toBe('Green!')
})

test('rejects settings that a question cannot be asked with, and names the setting [FO02]', async () => {
  const create = (question: object) => createForm(world, person, { sections: [{ questions: [question] }] })
  const invalid = (path: string) => ({ status: 400, code: 'core.invalid', details: { issues: [{ path }] } })
  const at = 'sections.0.questions.0'
  await expect(create({ datatype: 'choice' })).rejects.toMatchObject(invalid(`${at}.options`))
  await expect(create({ datatype: 'number', min: 2, max: 1 })).rejects.toMatchObject(invalid(`${at}.max`))
  await expect(create({ datatype: 'number', max: 1e16 })).rejects.toMatchObject(invalid(`${at}.max`))
  const long = [{ id: 'long', name: 'x'.repeat(201) }]
  await expect(create({ datatype: 'choice', options: long })).rejects.toMatchObject(invalid(`${at}.options.0.name`))
  await expect(create({ datatype: 'hologram' })).rejects.toMatchObject(invalid(`${at}.datatype`))
  const many = Array.from({ length: 201 }, (_, n) => ({ id: `o${n}`, name: `N ${n}` }))
  await expect(create({ datatype: 'choice', options: many })).rejects.toMatchObject(invalid(`${at}.options`))
})

test('neither requires nor shares a question hidden by an answer, and rejects impossible conditions [SU03]', async () => {
  const [choice, why] = [randomUUID(), randomUUID()]
  const options = [
    { id: 'yes', name: 'Yes' },
    { id: 'no', name: 'No' },
  ]
  const showIf = { question: choice, options: ['yes'] }
  const questions = [
    { id: choice, name: 'Broken', datatype: 'choice' as const, options, required: true },
    { id: why, name: 'Why', required: true, share: true, showIf },
  ]
  const form = await createForm(world, person, { sections: [{ name: 'Only', questions }] })
  expect(form.sections[0]!.questions[1]!.showIf).toEqual(showIf)
  const { id } = await startSubmission(world, person, form, { custom_id: 'Hides-1' })
  const save = async (value: string) => {
    const answers = [
      { questionId: choice, value },
      { questionId: why, value: value === 'no' ? 'Fell' : '' },
    ]
    return submissions(world, person).updateAnswers({ params: { id }, body: { answers, sensorAnswers: [] } })
  }
  const shared = async () =>
    (await world.services.db.read.transaction((tx) => sharedFacts(tx, person.merchantId!, id)))!.answers
  const listed = async () =>
    (await submissions(world, person).list({ query: { search: 'Hides-1' } })).rows.map(({ complete }) => complete)
  expect((await save('yes')).missing.map(({ name }) => name)).toEqual(['Why'])
  expect(await listed()).toEqual([false])
  expect((await save('no')).complete).toBe(true)
  expect(await listed()).toEqual([true])
  expect(await shared()).toEqual([])
  const { answers } = await submissions(world, person).preview({ params: { id } })
  expect(answers.map(({ question }) => question)).toEqual(['Broken'])

  const reversed = structuredClone(form)
  for (const question of reversed.sections[0]!.questions) question.sequence = 3 - question.sequence
  const inactive = structuredClone(form)
  inactive.sections[0]!.questions[0]!.active = false
  for (const body of [reversed, inactive]) {
    await expect(world.api(formContract, person).update({ params: form, body })).rejects.toMatchObject({
      status: 400,
      code: 'form.condition',
      details: { question: 'Why', questionId: why },
    })
  }
})
