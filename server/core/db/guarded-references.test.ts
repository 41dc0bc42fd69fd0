import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData } from '#server/core/test/merchant-data.ts'

let world: TestApp
const merchants: string[] = []
beforeAll(async () => {
  world = await testApp()
  for (let i = 0; i < 2; i++) {
    const { merchantId } = await createMerchantData(world, await world.approvedMerchant({ credit: 100 }))
    merchants.push(merchantId)
  }
})
afterAll(() => world.close())

/**
 * A reference that `guard_reference` checks: the columns `own` of the child refer to the columns `theirs` of the parent, within
 * one merchant.
 */
const references = [
  { name: 'submission_form_revision', child: 'submission', own: 'form_id', parent: 'form_revision', theirs: 'form_id' },
  ...[
    { name: 'submission_answer_submission', child: 'submission_answer', own: 'submission_id', parent: 'submission' },
    { name: 'submission_answer_question', child: 'submission_answer', own: 'question_id', parent: 'form_part' },
    { name: 'submission_range_submission', child: 'submission_range', own: 'submission_id', parent: 'submission' },
    { name: 'submission_range_section', child: 'submission_range', own: 'section_id', parent: 'form_part' },
    { name: 'sensor_reading_sensor', child: 'sensor_reading', own: 'sensor_id', parent: 'sensor' },
  ].map((reference) => ({ ...reference, theirs: 'id' })),
]
type Reference = (typeof references)[number]

const query = async <Row>(text: string) => (await world.database.query(text)).rows as Row[]
const refused = (text: string) =>
  query(text).then(
    () => undefined,
    ({ code, constraint }: { code: string; constraint: string }) => ({ code, constraint }),
  )
const rowOf = ({ child }: Reference, merchant = merchants[0]) =>
  `(select min(ctid) from ${child} where merchant_id = '${merchant}')`
/** Copies of a real row, each with a new id; the last one refers to `lost` instead. */
const copies = (reference: Reference, { count = 1, lost }: { count?: number; lost?: string | undefined }) => {
  const ids = reference.child === 'submission' ? `, 'id', gen_random_uuid()` : ''
  return `insert into ${reference.child} select (jsonb_populate_record(one, jsonb_build_object(
    'draft_hash', '\\x' || encode(sha256(gen_random_uuid()::text::bytea), 'hex')${ids},
    '${reference.own}', case when n = ${count} and ${lost !== undefined} then '${lost ?? randomUUID()}'::uuid else one.${reference.own} end))).*
    from ${reference.child} one, generate_series(1, ${count}) n where one.ctid = ${rowOf(reference)}`
}

test('lists all references that are checked once per statement', async () => {
  const rows = await query<{ tgname: string }>(
    `select tgname from pg_trigger where tgfoid = 'check_reference'::regproc order by tgname`,
  )
  expect(rows.map(({ tgname }) => tgname)).toEqual(references.map(({ name }) => name).sort())
})

test.each(references)(
  '$name: rejects a row that refers to a missing row or to a row of another merchant',
  async (reference) => {
    const { name: constraint, parent, theirs } = reference
    expect(await refused(copies(reference, { lost: randomUUID() }))).toEqual({ code: '23503', constraint })
    const [other] = await query<{ key: string }>(
      `select ${theirs} as key from ${parent} where merchant_id = '${merchants[1]}'`,
    )
    expect(await refused(copies(reference, { lost: other!.key }))).toEqual({ code: '23503', constraint })
  },
)

test('rolls back the whole statement when one of a thousand rows is invalid', async () => {
  const [reference] = references
  const count = () => query<{ n: number }>('select count(*)::integer as n from submission')
  const before = await count()
  expect(await refused(copies(reference!, { count: 1000, lost: randomUUID() }))).toMatchObject({ code: '23503' })
  expect(await count()).toEqual(before)
  expect(await refused(copies(reference!, { count: 1000 }))).toBeUndefined()
  expect(await count()).toEqual([{ n: before[0]!.n + 1000 }])
})

test.each(references)('$name: rejects a change of the referring column', async (reference) => {
  const { child, own } = reference
  const change = `update ${child} set ${own} = '${randomUUID()}' where ctid = ${rowOf(reference)}`
  expect(await refused(change)).toMatchObject({ code: '23503' })
})

test.each(references)('$name: rejects deleting, renaming and truncating the parent', async ({ parent, theirs }) => {
  for (const change of [
    `delete from ${parent}`,
    `update ${parent} set ${theirs} = gen_random_uuid()`,
    `update ${parent} set merchant_id = '${merchants[1]}' where merchant_id = '${merchants[0]}'`,
    `truncate ${parent} cascade`,
  ]) {
    // An append-only table rejects the change with its own error.
    expect((await refused(change))?.code, change).toMatch(/^(23503|23001)$/)
  }
})
