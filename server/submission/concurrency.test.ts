import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/core/db/database.ts'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, fieldMerchant } from '#server/form/form.fixture.ts'
import type { Form } from '#shared/form/contract.ts'
import { updateSubmissions } from './header.ts'
import { removeSubmissions } from './remove.ts'
import { saveAnswers } from './save-answers.ts'
import { begin, idsOf } from './submission.fixture.ts'

let world: TestApp
let person: Person
let form: Form
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
  form = await createForm(world, person)
})
afterAll(() => world.close())

const places = 4
const step = fc.record({
  kind: fc.constantFrom('answer', 'answer', 'unique', 'unique', 'rename', 'remove'),
  /** Several records of one list, in any order, some of them twice. */
  places: fc.array(fc.nat(places - 1), { minLength: 1, maxLength: 4 }),
  value: fc.constantFrom('', 'a', 'b'),
  version: fc.option(fc.nat(3), { nil: undefined }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('SU04 has no deadlock and keeps every rule when devices send at the same time', async () => {
  const { Picker, Basket } = idsOf(form) as Record<'Picker' | 'Basket', string>
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
      const made = await Promise.all(Array.from({ length: places }, () => begin(world, person, form)))
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
