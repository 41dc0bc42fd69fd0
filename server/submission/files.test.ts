import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import type { Form } from '#shared/form/contract.ts'
import { exampleFiles } from '#shared/form/question-types/files/files.fixture.ts'
import { answerPath } from '#shared/submission/record.ts'
import { uploadExampleFiles, uploadFile } from './files.fixture.ts'
import { sharedFacts } from './service.ts'
import { idsOf, startSubmission, submissions } from './submission.fixture.ts'

const { photo, signature } = exampleFiles
let world: TestApp
let person: Person
let form: Form
let ids: Record<'Leaf' | 'Picker', string>
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
  const questions = [
    { name: 'Leaf', datatype: 'photo' as const, share: true },
    { name: 'Picker', datatype: 'signature' as const },
  ]
  form = await createForm(world, person, { sections: [{ name: 'Only', questions }] })
  ids = idsOf(form) as typeof ids
})
afterAll(() => world.close())

const answer = (id: string, questionId: string, value: string) =>
  submissions(world, person).updateAnswers({
    params: { id },
    body: { answers: [{ questionId, value }], sensorAnswers: [] },
  })

test('takes an answer with a file only after the file, of the kind that it names, is complete [SU04]', async () => {
  const { id } = await startSubmission(world, person, form)
  const missing = { status: 409, code: 'submission.noFile', details: { question: 'Leaf' } }
  await expect(answer(id, ids.Leaf, photo.answer)).rejects.toMatchObject(missing)
  const other = await fieldMerchant(world)
  await uploadExampleFiles(world, other)
  await expect(answer(id, ids.Leaf, photo.answer)).rejects.toMatchObject(missing)
  await uploadExampleFiles(world, person)
  const renamed = photo.answer.replace(photo.digest, signature.digest)
  await expect(answer(id, ids.Leaf, renamed)).rejects.toMatchObject(missing)
  await answer(id, ids.Leaf, photo.answer)
  const { answers } = await submissions(world, person).preview({ params: { id } })
  expect(answers[0]).toMatchObject({
    answer: '65a0f11226c2.jpg',
    files: [{ sha256: photo.digest, ext: '.jpg', width: 4, url: `/api/sync/blobs/${photo.digest}/content` }],
  })
  expect(answers[1]).not.toHaveProperty('files')
})

test('holds an operation back until its files have arrived, and applies the others [OF03]', async () => {
  const maker = await fieldMerchant(world)
  const own = await createForm(world, maker, { sections: [{ name: 'Only', questions: form.sections[0]!.questions }] })
  const device = syncingDevice(world, maker, 'submission')
  const { id: recordId } = await startSubmission(world, maker, own)
  const questionId = own.sections[0]!.questions[0]!.id
  const set = { [answerPath(questionId)]: photo.answer }
  const op = await device.op({ kind: 'update', recordId, set, blobs: [photo.digest] })
  expect(await device.send(op)).toMatchObject([{ status: 'blocked', code: 'sync.waitsForFile' }])
  await uploadFile(world, maker, photo.digest, Buffer.from(photo.base64, 'base64'))
  expect(await device.send(op)).toMatchObject([{ status: 'merged' }])
  expect(await device.send(op)).toMatchObject([{ status: 'duplicate' }])
  const { answers } = await submissions(world, maker).read({ params: { id: recordId } })
  expect(answers.map(({ value }) => value)).toEqual([photo.answer])
})

test('names the digest of what is shown, and not that of what was sent, in the shared facts [CO07]', async () => {
  const { id } = await startSubmission(world, person, form, { custom_id: 'B-9' })
  await uploadExampleFiles(world, person)
  await answer(id, ids.Leaf, photo.answer)
  await answer(id, ids.Picker, signature.answer)
  const facts = await world.services.db.read.transaction((tx) => sharedFacts(tx, person.merchantId!, id))
  const [shared, ...others] = facts!.answers
  expect(others).toEqual([])
  const [file] = 'files' in shared! ? shared.files : []
  const shown = await world.app.inject({
    url: `/api/sync/blobs/${photo.digest}/content`,
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(file).toEqual({ hash: hash('sha256', shown.rawPayload), ext: '.jpg' })
  expect(file!.hash).not.toBe(photo.digest)
  const anybody = await world.app.inject({ url: `/api/files/${file!.hash}.jpg` })
  expect(anybody.statusCode).toBe(404)
})
