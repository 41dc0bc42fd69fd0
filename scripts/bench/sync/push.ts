import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  type BenchEffort,
  type BenchResult,
  compareSides,
  measureSeconds,
  round,
  runInterleaved,
} from '#scripts/bench/setup/measure.ts'
import {
  createOfflineMerchant,
  createOperation,
  type OfflineMerchant,
  openApp,
  pushBody,
  sendPush,
} from '#scripts/bench/setup/offline-merchant.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import type { Services } from '#server/core/services.ts'
import { createForms } from '#server/form/service.ts'
import { createSubmissions } from '#server/submission/create.ts'
import type { HashedOperation } from '#server/sync/push/ledger.ts'
import { FormInput } from '#shared/form/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

const perPush = 500
const pushes = 12
/** Phones of one merchant that send at the same time. */
const phones = 3

/** Answers of one merchant's submissions that pushes of 500 operations save a second, against the bare statements. */
export async function syncPush(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  return stage.scratch(async ({ services, superuser }) => {
    const app = await openApp(services)
    try {
      const owner = await createOfflineMerchant(services, app, randomUUID())
      const { submissions, questions } = await filledIn(services, owner, 2 * rounds + 1)
      // As PostgreSQL does by itself within a minute of such a change.
      await superuser.query('analyze')
      let question = 0
      const ours = async () => {
        const bodies = await bodiesOf(owner, submissions, questions[question++]!)
        await superuser.query('checkpoint')
        let count = 0
        const took = await measureSeconds(() =>
          Promise.all(
            Array.from({ length: phones }, async (_, phone) => {
              for (let i = phone; i < bodies.length; i += phones) {
                const more = await sendPush(app, owner, bodies[i]!)
                count += more
              }
            }),
          ),
        )
        if (count !== perPush * pushes) throw new Error(`${count} operations were applied`)
        return count / took
      }
      const floor = async () => {
        const lists = await operationsOf(owner, submissions, questions[question++]!)
        await superuser.query('checkpoint')
        const took = await measureSeconds(async () => {
          for (const list of lists) await bare(superuser, owner, list)
        })
        return (perPush * pushes) / took
      }
      await ours()
      const measured = await runInterleaved(rounds, ours, floor)
      return {
        ...compareSides({ name: 'sync-push', unit: 'operations/s', rounds }, measured),
        perSecond: round(measured.ours, 0),
        perPush,
        pushes,
        phones,
      }
    } finally {
      await app.close()
    }
  })
}

/** Submissions of a form with `count` questions, none of them answered. */
async function filledIn({ db }: Services, { merchantId }: OfflineMerchant, count: number) {
  const questions = Array.from({ length: count }, uuid7)
  const formId = randomUUID()
  const sections = [{ questions: questions.map((id) => ({ id })) }]
  // Ids as phones make them: they begin with the time, so that records of the same time are neighbours in an index.
  const submissions = Array.from({ length: perPush * pushes }, uuid7)
  await db.tenant(merchantId, async (tx) => {
    await createForms(tx, merchantId, [FormInput.parse({ id: formId, sections })])
    const date = new Date().toISOString()
    const inputs = submissions.map((id, i) => ({ id, formId, date, custom_id: `B-${i}` }))
    await createSubmissions(tx, merchantId, inputs)
  })
  return { submissions, questions }
}

async function operationsOf(
  owner: OfflineMerchant,
  submissions: readonly string[],
  question: string,
): Promise<HashedOperation[][]> {
  const lists: HashedOperation[][] = []
  for (let start = 0; start < submissions.length; start += perPush) {
    const deviceId = randomUUID()
    const records = submissions.slice(start, start + perPush)
    const operations = records.map((recordId, i) =>
      createOperation(owner, deviceId, {
        entity: 'submission',
        recordId,
        kind: 'update',
        n: i + 1,
        patch: { [answerPath(question)]: { to: `Answer ${i}` } },
      }),
    )
    lists.push(await Promise.all(operations))
  }
  return lists
}

async function bodiesOf(owner: OfflineMerchant, submissions: readonly string[], question: string): Promise<string[]> {
  return (await operationsOf(owner, submissions, question)).map((list) => pushBody(list[0]!.deviceId, list))
}

/** The same rows in the same tables with their triggers: records locked, answers, ledger, one commit. */
async function bare(
  client: pg.Client,
  { merchantId, userId }: OfflineMerchant,
  list: readonly HashedOperation[],
): Promise<void> {
  const rows = list.map(({ opId, hash, deviceId, n, recordId, patch }) => {
    const [[path, { to }]] = Object.entries(patch) as [[string, { to: string }]]
    return { opId, hash, deviceId, n, recordId, question: path.split('/')[1], value: to }
  })
  const given = `jsonb_to_recordset($1::jsonb) as given ("opId" uuid, hash text, "deviceId" uuid, n bigint, "recordId" uuid,
    question uuid, value text)`
  const values = [JSON.stringify(rows), merchantId]
  await client.query('begin')
  await client.query(
    `insert into sync_op (merchant_id, op_id, hash, device_id, n, user_id, entity, record_id, kind, status)
     select $2::uuid, "opId", decode(hash, 'hex'), "deviceId", n, $3::uuid, 'submission', "recordId", 'update', 'applied'
     from ${given}`,
    [...values, userId],
  )
  await client.query(
    `select from submission where merchant_id = $2 and id in (select "recordId" from ${given}) order by id for update`,
    values,
  )
  await client.query(
    `insert into submission_answer (merchant_id, submission_id, question_id, value, version, others, is_unique)
     select $2::uuid, "recordId", question, value, 1, '[]', false from ${given}
     on conflict (submission_id, question_id) do update set value = excluded.value`,
    values,
  )
  await client.query(
    `update submission set updated_at = now() where merchant_id = $2 and id in (select "recordId" from ${given})`,
    values,
  )
  await client.query('commit')
}
