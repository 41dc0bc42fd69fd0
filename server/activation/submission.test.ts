import { hash, randomUUID } from 'node:crypto'
import { toSnakeCase } from 'drizzle-orm/casing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, enableFeatures, fieldMerchant, sensorId } from '#server/form/form.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { uploadExampleFiles } from '#server/submission/files.fixture.ts'
import { idsOf, later, noon, startSubmission, submissions, teaAnswers } from '#server/submission/submission.fixture.ts'
import { ActivationOptions } from '#shared/activation/contract.ts'
import { activationRunContract } from '#shared/activation/run-contract.ts'
import type { Form } from '#shared/form/contract.ts'
import { exampleFiles } from '#shared/form/question-types/files/files.fixture.ts'
import { productFacts } from '#shared/verify/rules.ts'
import { activate, activateWaitingBatch, activateWaitingRun, certificateOf } from './activation.fixture.ts'

let world: TestApp
let person: Person
let form: Form
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world, { credit: 40 })
  form = await createForm(world, person)
  const facts = { sku_details: { Origin: 'Pahang' }, sku_details_order: ['Origin'] }
  const orders = [await productOf(world, person, facts), await productOf(world, person)].map((skuId) =>
    orderOf(world, person, skuId, 8),
  )
  for (const orderId of await Promise.all(orders)) await generate(world, orderId)
  codes = (await Promise.all(orders.map(async (orderId) => printedCodes(world, await orderId)))).flat()
})
afterAll(() => world.close())

async function complete(basket: string): Promise<string> {
  const { id } = await startSubmission(world, person, form, { custom_id: 'B-7' })
  await submissions(world, person).addAnswers({ params: { id }, body: teaAnswers(form, basket) })
  return id
}

const take = (count: number) => codes.splice(0, count)
const shared = {
  custom_id_label: 'Batch',
  custom_id: 'B-7',
  answers: [{ question: 'Picker', answer: 'Ada' }],
  sensorAnswers: [{ sensorId, section_name: 'Drying', start_time: noon, end_time: later }],
}

test('adds the custom id and the shared answers of the submission to the payload of every product [CO07]', async () => {
  const submissionId = await complete('N-1')
  const listed = [codes.shift()!, codes.pop()!]
  const batch = await activate(world, person, listed, { submissionId })
  expect(batch).toMatchObject({ submissionId })
  await activateWaitingBatch(world, batch.id)
  const { rows } = await world.database.query('select bytes from payload where batch_id = $1 order by bytes', [
    batch.id,
  ])
  const facts = rows.map(({ bytes }) => productFacts(JSON.parse(bytes.toString())))
  expect(facts).toHaveLength(2)
  expect(facts).toEqual(expect.arrayContaining([{ Origin: 'Pahang', submission: shared }, { submission: shared }]))
})

test('anchors the digest of a shared photo, and then shows this photo to everybody [CO07]', async () => {
  await uploadExampleFiles(world, person)
  const questions = [
    { name: 'Leaf', datatype: 'photo' as const, share: true },
    { name: 'Picker', datatype: 'signature' as const },
  ]
  const withFiles = await createForm(world, person, { sections: [{ name: 'Only', questions }] })
  const { id: submissionId } = await startSubmission(world, person, withFiles, { custom_id: 'B-8' })
  const given = { Leaf: exampleFiles.photo.answer, Picker: exampleFiles.signature.answer }
  const ids = idsOf(withFiles)
  const answers = Object.entries(given).map(([name, value]) => ({ questionId: ids[name]!, value }))
  await submissions(world, person).addAnswers({ params: { id: submissionId }, body: { answers, sensorAnswers: [] } })
  const batch = await activate(world, person, take(1), { submissionId })
  await activateWaitingBatch(world, batch.id)
  const { rows } = await world.database.query('select bytes from payload where batch_id = $1', [batch.id])
  const { submission } = JSON.parse(rows[0].bytes.toString())
  expect(submission.answers).toEqual([{ question: 'Leaf', files: [{ hash: expect.any(String), ext: '.jpg' }] }])
  const [file] = submission.answers[0].files
  const shown = await world.app.inject({ url: `/api/files/${file.hash}${file.ext}` })
  expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  expect(hash('sha256', shown.rawPayload)).toBe(file.hash)
  expect((await world.app.inject({ url: `/api/files/${file.hash}.png` })).statusCode).toBe(404)
  const { rowCount } = await world.database.query('select from sync_blob where is_shared')
  expect(rowCount).toBe(1)
})

test('rejects an incomplete, a foreign and a removed submission, and activates no code [CO07]', async () => {
  const list = take(1)
  const incomplete = await startSubmission(world, person, form)
  await expect(activate(world, person, list, { submissionId: incomplete.id })).rejects.toMatchObject({
    status: 409,
    code: 'submission.incomplete',
    message: 'You have missing fields: Picker, Basket, Drying',
  })
  const other = await fieldMerchant(world)
  const foreign = await startSubmission(world, other, await createForm(world, other))
  const removed = await complete('N-2')
  await submissions(world, person).remove({ params: { id: removed } })
  for (const submissionId of [foreign.id, removed, randomUUID()]) {
    await expect(activate(world, person, list, { submissionId })).rejects.toMatchObject({
      status: 404,
      code: 'submission.notFound',
    })
  }
  expect(await activate(world, person, list)).toMatchObject({ quantity: 1, submissionId: null })
})

test('anchors a change made before the job ran, and never anchors fields that are not shared [CO07]', async () => {
  const submissionId = await complete('N-3')
  const { id } = await activate(world, person, take(1), { submissionId })
  const { Picker, Begun } = idsOf(form) as Record<'Picker' | 'Begun', string>
  const answers = [
    { questionId: Picker, value: 'Mei' },
    { questionId: Begun, value: noon! },
  ]
  await submissions(world, person).updateAnswers({ params: { id: submissionId }, body: { answers } })
  await activateWaitingBatch(world, id)
  const { rows } = await world.database.query('select bytes from payload where batch_id = $1', [id])
  expect(productFacts(JSON.parse(rows[0].bytes.toString())).submission).toMatchObject({
    answers: [
      { question: 'Picker', answer: 'Mei' },
      { question: 'Begun', answer: noon },
    ],
  })
  expect(rows[0].bytes.toString()).not.toContain('N-3')
})

test('anchors a submission that was removed after a list was accepted with it [CO07]', async () => {
  const submissionId = await complete('N-removed')
  const batch = await activate(world, person, take(1), { submissionId })
  await submissions(world, person).remove({ params: { id: submissionId } })
  await activateWaitingBatch(world, batch.id)
  const { rows } = await world.database.query('select bytes from payload where batch_id = $1', [batch.id])
  expect(productFacts(JSON.parse(rows[0].bytes.toString()))).toMatchObject({ submission: shared })
})

test('gives every option of an order to its batches when the order is activated as a whole [CO07]', async () => {
  const skuId = await productOf(world, person)
  const orderId = await orderOf(world, person, skuId, 4)
  await generate(world, orderId)
  const certificates = [await certificateOf(world, person, skuId, 'Organic')]
  // An option that is added to the contract does not compile here without a value.
  const options: Required<ActivationOptions> = { certificates, submissionId: await complete('N-5') }
  const { id } = await world.api(activationRunContract, person).start({ body: { orderId, ...options } })
  await activateWaitingRun(world, id)
  const columns = ActivationOptions.keyof().options.map((name) => `${toSnakeCase(name)} as "${name}"`)
  const { rows } = await world.database.query(
    `select ${columns} from activation_batch where merchant_id = $1 order by created_at desc limit 1`,
    [person.merchantId],
  )
  expect(rows).toEqual([options])
})

test('rejects a submission when the merchant does not have the feature [CO07]', async () => {
  const submissionId = await complete('N-4')
  await enableFeatures(world, person, 'temperature')
  await expect(activate(world, person, take(1), { submissionId })).rejects.toMatchObject({
    status: 409,
    code: 'feature.submission',
  })
})
