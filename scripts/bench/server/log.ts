import type pg from 'pg'
import { type BenchEffort, type BenchResult, measureSeconds, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { connectSigner } from '#server/anchoring/service.ts'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import type { Services } from '#server/core/services.ts'
import { findLogProof } from '#server/transparency/code-proof.ts'
import { enqueueMissingBatches, integrate } from '#server/transparency/integrate.ts'
import { openLog, signHead } from '#server/transparency/sign-head.ts'

const address = new Uint8Array(16)

/**
 * Entries per second that the worker adds to the transparency log: names of merchant and product, leaf hashes, tiles, head,
 * each transaction committed. Then the size of the log, and the time to read the path from a random entry to the signed head.
 */
export async function log(stage: TestSystem, { codes }: BenchEffort): Promise<BenchResult> {
  const batches = codes
  const lookups = 2_000
  const signer = await SignerChild.start()
  try {
    return await stage.scratch(async ({ services, superuser }) => {
      const { db } = services
      await fillBatches(superuser, batches)
      await superuser.query('checkpoint')
      const enqueued = await measureSeconds(() => db.system(enqueueMissingBatches))
      const took = await measureSeconds(async () => {
        while ((await db.system(integrate)) > 0);
      })
      const client = connectSigner(signer.socket)
      await signHead(db, client, await openLog(db, client, services.config))
      for (const table of ['log_entry', 'log_tile', 'log_head']) await superuser.query(`vacuum analyze ${table}`)
      const times = await timesOfProofs(services, superuser, lookups)
      const { rows } = await superuser.query<Record<string, number>>(sizes)
      return {
        name: 'log',
        ours: round(batches / took, 0),
        floor: null,
        ratio: null,
        unit: 'entries/s',
        rounds: 1,
        batches,
        secondsEnqueued: round(enqueued, 1),
        ...rows[0]!,
        msProofP50: round(times[Math.floor(lookups * 0.5)]!, 2),
        msProofP99: round(times[Math.floor(lookups * 0.99)]!, 2),
      }
    })
  } finally {
    await signer.end()
  }
}

/** Batches of the demo merchant with one product each, activated and not in the log. */
async function fillBatches(superuser: pg.Client, batches: number): Promise<void> {
  // Without the triggers that prevent changes of the log.
  await superuser.query('set session_replication_role = replica')
  await superuser.query('truncate log_queue, log_entry, log_tile, log_head, log_cosignature')
  await superuser.query(insertBatches, [batches])
  await superuser.query('reset session_replication_role')
  await superuser.query('analyze')
}

/** Milliseconds, ascending. */
async function timesOfProofs({ db, config }: Services, superuser: pg.Client, count: number): Promise<number[]> {
  const { rows } = await superuser.query<{ id: string }>(
    'select commitment_id as id from log_entry order by md5(idx::text) limit $1',
    [count],
  )
  const times: number[] = []
  for (const { id: commitmentId } of rows) {
    const proof = () =>
      findLogProof(db.read, config, { commitmentId, address: Buffer.from(address), index: 0, path: [] })
    const seconds = await measureSeconds(async () => {
      if (!(await proof())) throw new Error('An entry has no proof.')
    })
    times.push(seconds * 1000)
  }
  return times.toSorted((a, b) => a - b)
}

const insertBatches = `
  with owned as (
    select s.id as sku_id, s.merchant_id from sku s order by s.id limit 1
  ), made as (
    insert into activation_batch (merchant_id, identifier, quantity, state, addresses, finished_at)
    select merchant_id, 'L' || n, 1, 'done', array[gen_random_uuid()], now() from owned, generate_series(1, $1::int) as n returning id, merchant_id
  ), paid as (
    insert into payload (merchant_id, batch_id, sku_id, bytes, digest)
    select made.merchant_id, made.id, sku_id, convert_to(made.id::text, 'UTF8'), sha256(convert_to(made.id::text, 'UTF8'))
    from made, owned
  )
  insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels)
  select 'batch', id, merchant_id, sha256(convert_to(id::text, 'UTF8')), 1, '' from made`

const sizes = `
  select (select sum(octet_length(hashes)) from log_tile)::float8 as "bytesTiles",
    (select sum(octet_length(entry)) from log_entry)::float8 as "bytesEntries",
    (pg_total_relation_size('log_tile') + pg_total_relation_size('log_entry'))::float8 as "bytesOnDisk"`
