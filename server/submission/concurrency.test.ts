import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/core/db/database.ts'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import type { Form } from '#shared/form/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { saveAnswers } from './answers/save-answers.ts'
import { updateSubmissions } from './header.ts'
import { removeSubmissions } from './remove.ts'
import { date, idsOf, startSubmission, submissions } from './submission.fixture.ts'

let world: TestApp
let person: Person
let form: Form
let questions: Record<'Picker' | 'Basket', string>
beforeAll(async () => {
  world = await testApp({ config: { databaseConnections: 16 } })
  person = await fieldMerchant(world)
  form = await createForm(world, person)
  questions = idsOf(form) as typeof questions
})
afterAll(() => world.close())

const device = () => syncingDevice(world, person, 'submission')
const answer = (name: keyof typeof questions, to: string) => ({ [answerPath(questions[name])]: { to } })

const places = 4
const step = fc.record({
  kind: fc.constantFrom('answer', 'answer', 'unique', 'unique', 'rename', 'remove'),
  /** Several records of one list, in any order, some of them twice. */
  places: fc.array(fc.nat(places - 1), { minLength: 1, maxLength: 4 }),
  value: fc.constantFrom('', 'a', 'b'),
  version: fc.option(fc.nat(3), { nil: undefined }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('has no deadlock and keeps every rule when devices send at the same time [SU04]', async () => {
  const { Picker, Basket } = questions
  const run = ({ kind, places, value, version }: Step, ids: string[]) =>
    world.services.db.tenant(person.merchantId!, async (tx: Tx) => {
      const mine = person.merchantId!
      const records = places.map((place) => ids[place]!)
      if (kind === 'remove')
        return removeSubmissions(
          tx,
          mine,
          records.map((id) => ({ id, version })),
        )
      if (kind === 'rename') {
        return updateSubmissions(
          tx,
          mine,
          records.map((id) => ({ id, fields: { custom_id: `B-${value}` } })),
        )
      }
      const answers = [{ questionId: kind === 'unique' ? Basket : Picker, value, version }]
      return saveAnswers(
        tx,
        mine,
        records.map((id) => ({ id, answers, sensorAnswers: [] })),
      )
    })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const made = await Promise.all(Array.from({ length: places }, () => startSubmission(world, person, form)))
      const ids = made.map(({ id }) => id)
      // A lost connection, a deadlock or a violated index would reject.
      const outcomes = await Promise.all(steps.map((one) => run(one, ids)))
      for (const outcome of outcomes.flat()) {
        expect(outcome.status === 'rejected' ? outcome.problem.kind.code : '').toMatch(/^(submission\.changed)?$/)
      }
      const { rows } = await world.database.query(
        `select value from submission_answer where question_id = $1 and is_unique group by value having count(*) > 1`,
        [Basket],
      )
      expect(rows).toEqual([])
    }),
    { numRuns: 40 },
  )
  expect(await brokenInvariants(world)).toEqual({})
})

test('applies 100 new submissions and their answers once when six copies of a push arrive at once [OF03]', async () => {
  const me = device()
  const input = { formId: form.id, formRevision: 1, date }
  const ops: Awaited<ReturnType<typeof me.op>>[] = []
  for (let i = 0; i < 100; i++) {
    const made = await me.op({ kind: 'create', recordId: uuid7(), set: { ...input, custom_id: `S-${i}` } })
    const patch = answer('Basket', `S-${i}`)
    ops.push(made, await me.op({ kind: 'update', recordId: made.recordId, deps: [made.opId], patch }))
  }
  const body = me.body(ops)
  const answers = await Promise.all(Array.from({ length: 6 }, () => world.api(syncContract, person).push({ body })))
  const counts = answers.map(({ results }) => results.filter(({ status }) => status === 'applied').length)
  expect(counts.sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 200])
  const [record] = await device()
    .pull()
    .then((rows) => rows.filter(({ id }) => id === ops[0]!.recordId))
  expect(record).toMatchObject({ ver: 2, data: { answers: { [questions.Basket]: 'S-0' } } })
})

test('has no deadlock when two devices change the same records in opposite order [OF03 SU04]', async () => {
  const unique = await createForm(world, person, {
    name: 'Unique',
    sections: [{ name: 'S', questions: ['U1', 'U2'].map((name) => ({ name, datatype: 'unique' })) }],
  })
  const [one, two] = unique.sections[0]!.questions.map(({ id }) => id).sort() as [string, string]
  const api = submissions(world, person)
  const created = async (custom_id: string) => (await startSubmission(world, person, form, { custom_id })).id
  for (let round = 0; round < 8; round++) {
    const [a, b] = [await created(`P-${round}`), await created(`Q-${round}`)]
    const crosswise = async (header: string, answered: string, to: string) => {
      const me = device()
      const change = { kind: 'update', baseVer: 1 }
      return me.send(
        await me.op({ ...change, recordId: header, patch: { custom_id: { from: '', to } } }),
        await me.op({ ...change, recordId: answered, patch: answer('Picker', to) }),
      )
    }
    await Promise.all([crosswise(a, b, 'x'), crosswise(b, a, 'y')])

    // A device restores a submission that has an answer to the second question, a request answers both questions of another.
    const gone = await startSubmission(world, person, unique, { custom_id: `R-${round}` })
    const other = await startSubmission(world, person, unique, { custom_id: `S-${round}` })
    const given = (...list: [string, string][]) => ({
      answers: list.map(([questionId, value]) => ({ questionId, value })),
    })
    await api.addAnswers({ params: gone, body: given([two, `v${round}`]) })
    await api.remove({ params: { id: gone.id } })
    const restorer = device()
    const restored = await restorer.op({
      kind: 'update',
      baseVer: 2,
      recordId: gone.id,
      patch: { [answerPath(one)]: { to: `a${round}` } },
    })
    await Promise.all([
      restorer.send(restored),
      api.addAnswers({ params: other, body: given([one, `b${round}`], [two, `c${round}`]) }),
    ])
  }
})
