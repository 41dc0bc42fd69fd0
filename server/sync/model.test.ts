import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionSequences } from '#client/core/offline/model/actions.ts'
import { runScenario } from '#client/core/offline/model/runner.ts'
import type { TestServer } from '#client/core/offline/model/test-server.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { syncChangeRetentionRule, syncLedgerRetentionRule } from './retention/retention.ts'
import { createThings, thingDomains } from './thing.fixture.ts'

const numRuns = 30 * Number(process.env.SYNC_MODEL_RUNS ?? 1)
let world: TestApp
beforeAll(async () => {
  world = await testApp({ domains: thingDomains })
  await createThings(world)
})
afterAll(() => world.close())

/** The real server with the interface of the model's test server. */
function realServer(people: readonly Person[]): TestServer {
  const { merchantId } = people[0]!
  const violations: string[] = []
  const rowsOf = async (text: string) => (await world.database.query(text, [merchantId])).rows
  return {
    async handle({ method, url, body }, { userId }) {
      const { token } = people.find(({ id }) => id === userId)!
      const answer = await world.app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body instanceof Uint8Array && { 'content-type': 'application/octet-stream' }),
        },
        ...(body && { payload: body instanceof Uint8Array ? Buffer.from(body) : body }),
      })
      for (const code of ['sync.foreign', 'sync.reused', 'sync.damaged', 'sync.invalid']) {
        if (answer.body.includes(`"${code}"`)) violations.push(code)
      }
      return { status: answer.statusCode, body: answer.json() }
    },
    violations: () => violations,
    effects: async () =>
      (await rowsOf('select op_id from thing_effect where merchant_id = $1 order by place')).map((row) => row.op_id),
    ledger: async () =>
      new Map(
        (
          await rowsOf(`select op_id, status from sync_op where merchant_id = $1 union all
            select unnest(op_ids), 'applied' from sync_op_compact where merchant_id = $1`)
        ).map(({ op_id, status }) => [op_id, status === 'rejected' ? 'rejected' : 'effective']),
      ),
    records: async () =>
      new Map(
        (await rowsOf('select id, ver, fields from thing where merchant_id = $1')).map(({ id, ver, fields }) => [
          id,
          { ver, data: fields },
        ]),
      ),
    async edit(id, fields) {
      await world.database.query('update thing set fields = fields || $1 where id = $2', [fields, id])
    },
    /** The server keeps its data, but a new epoch makes the devices send everything again. */
    async setBack() {
      await world.database.query('update merchant_seq set epoch = epoch + 1 where merchant_id = $1', [merchantId])
      return true
    },
    async deleteOld() {
      const inTheFuture = new Date(Date.now() + 60_000)
      for (const rule of [syncLedgerRetentionRule, syncChangeRetentionRule]) {
        const { hasMore } = await rule.remove!(world.services, inTheFuture, new Map())
        expect(hasMore).toBe(false)
      }
    },
  }
}

test('keeps the invariants of the model on the real server and database [OF03]', { timeout: 0 }, async () => {
  let operations = 0
  const property = fc.asyncProperty(actionSequences, async (scenario) => {
    const first = await world.confirmedMerchant()
    const people = [first, await world.signUp({ role: 'dealer', merchantId: first.merchantId! })]
    const server = realServer(people)
    const owners = people.map(({ id }) => ({ userId: id, merchantId: first.merchantId! }))
    await runScenario(scenario, { server, owners, records: [uuid7(), uuid7()] })
    operations += (await server.effects()).length
  })
  await fc.assert(property, { numRuns })
  expect(operations).toBeGreaterThan(numRuns / 2)
})
