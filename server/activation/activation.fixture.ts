import type { Person, TestApp } from '#server/core/test/harness.ts'
import { type ActivationOptions, activationContract } from '#shared/activation/contract.ts'
import { activateBatch } from './jobs.ts'
import { activateRun } from './run-job.ts'

/** Sends a list of codes. The batch waits for a worker. */
export function activate(world: TestApp, person: Person, addressList: string[], options: ActivationOptions = {}) {
  return world.api(activationContract, person).activate({ body: { addressList, ...options } })
}

/** Activates a waiting batch in this process, without a worker. */
export async function activateWaitingBatch(world: TestApp, batchId: string): Promise<void> {
  await activateBatch.run({ batchId }, contextOf(world))
}

/** The same for the activation of an order. */
export async function activateWaitingRun(world: TestApp, runId: string): Promise<void> {
  await activateRun.run({ runId }, contextOf(world))
}

const contextOf = ({ services }: TestApp) => ({
  services,
  signal: new AbortController().signal,
  heartbeat: async () => {},
  attempt: 'test',
})

/** Creates a certificate of a product as an administrator left it. Returns its id. */
export async function certificateOf(
  world: TestApp,
  { merchantId }: Person,
  skuId: string,
  title: string,
  status = 'Approved',
): Promise<string> {
  const { rows } = await world.database.query(
    `insert into sku_certificate (merchant_id, sku_id, type, title, name, hash, ext, mime, size, status, created_at)
     values ($1, $2, 'Halal', $3, $3 || '.pdf', encode(sha256($3::bytea), 'hex'), '.pdf', 'application/pdf', 1000, $4, clock_timestamp())
     returning id`,
    [merchantId, skuId, title, status],
  )
  return rows[0].id
}
