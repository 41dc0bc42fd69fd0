import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NodeProxy, startProxy } from '#server/anchoring/test/node-proxy.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'

let node: NodeProxy
let world: TestApp
beforeAll(async () => {
  // It never answers.
  node = await startProxy('http://127.0.0.1:4', () => new Promise(() => undefined))
  world = await testApp({ config: { bitcoinRpcUrls: [node.url] } })
})
afterAll(async () => {
  await world?.close()
  await node?.close()
})

const report = (problem: string | null) =>
  world.database.query(
    `insert into anchor_chain (chain, report) values ('bitcoin', $1) on conflict (chain) do update set report = $1`,
    [{ nodes: [{ host: 'node', problem }], problem: null }],
  )
const readiness = async () => (await world.app.inject('/health/ready')).json()

test('calls a node slow that the worker uses and that responds later than readiness waits [VE03]', async () => {
  await report('unreachable')
  expect((await readiness()).reasons.bitcoin).toBe('unreachable')
  await report(null)
  await expect.poll(async () => (await readiness()).reasons.bitcoin, { timeout: 20_000 }).toBe('slow')
  expect((await readiness()).actions.bitcoin).toMatch(/^The node answers slowly\. Anchoring continues, but late\./)
})

test('names an event that waits for long, and the action, and stays ready', async () => {
  const found = async () => {
    const { ok, reasons, actions } = await readiness()
    return [ok, reasons.events, actions.events]
  }
  const timeout = 20_000
  await world.database.query(
    `insert into domain_event (merchant_id, name, subject, data, created_at)
     values (gen_random_uuid(), 'order.finished', gen_random_uuid(), '{}', now() - interval '14 minutes')`,
  )
  await expect.poll(found, { timeout }).toEqual([true, undefined, undefined])
  await world.database.query("update domain_event set created_at = now() - interval '16 minutes'")
  const action = expect.stringMatching(/^An event has waited for 15 minutes\. Check that the worker runs/)
  await expect.poll(found, { timeout }).toEqual([true, 'eventsWaiting', action])
  await world.database.query('delete from domain_event')
  await expect.poll(found, { timeout }).toEqual([true, undefined, undefined])
})
