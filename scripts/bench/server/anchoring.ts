import { type BenchEffort, type BenchResult, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { openAnchoring } from '#server/anchoring/start.ts'
import { startChains } from '#server/anchoring/test/development-chains.ts'

const codesPerBatch = 100
/** Batches that are activated at once. */
const step = 50
/** Later blocks that make a transfer final: more than the benchmark lasts. */
const never = 1_000_000
const giveUpMs = 600_000

/**
 * Seconds from the first activation until the transfers of all batches are announced, while no transfer becomes final. The
 * intervals are those of a public network: a round closes after 30 s or with 10,000 codes, an epoch once an hour.
 */
export async function anchoring(stage: TestSystem, { codes }: BenchEffort): Promise<BenchResult> {
  const batches = codes >= 1_000_000 ? 10_000 : 1_000
  const chains = await startChains({ finalizeAfter: never })
  try {
    return await stage.scratch(async ({ services, superuser }) => {
      const parts = { ...services, config: { ...services.config, ...chains.config } }
      const running = openAnchoring(parts, { roundMs: () => 30_000, epochMs: () => 3_600_000 })
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
      for (let made = 0; made < batches; made += step) await superuser.query(insertBatches, [step, codesPerBatch])
      const deadline = Date.now() + giveUpMs
      for (;;) {
        const { rows } = await superuser.query<{ left: boolean }>(unannounced)
        if (!rows[0]!.left) break
        if (Date.now() > deadline) throw new Error('Not all transfers were announced.')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const seconds = (performance.now() - startedAt) / 1000
      const { user, system } = process.cpuUsage(cpu)
      await running.stop()
      const { rows } = await superuser.query<{ catapult: number; bitcoin: number; final: number }>(counts)
      return {
        name: 'anchoring',
        ours: round(seconds),
        floor: null,
        ratio: null,
        unit: 's',
        rounds: 1,
        batches,
        workerCpuSeconds: round((user + system) / 1e6),
        transfers: rows[0]!.catapult,
        transactions: rows[0]!.bitcoin,
        finalTransfers: rows[0]!.final,
      }
    })
  } finally {
    await chains.close()
  }
}

const insertBatches = `
  insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels, created_at)
  select 'batch', id, id, sha256(id::text::bytea), $2::int, '', clock_timestamp()
  from (select gen_random_uuid() as id from generate_series(1, $1::int)) as batch`
const unannounced = `
  select exists (select from anchor_commitment where kind = 'batch' and parent_id is null)
    or exists (select from anchor_job where chain = 'catapult' and (state = 'QUEUED' or state = 'SENT' and tries < 2)) as left`
const counts = `
  select count(*) filter (where chain = 'catapult')::int as catapult, count(*) filter (where chain = 'bitcoin')::int as bitcoin,
    count(*) filter (where chain = 'catapult' and state = 'FINAL')::int as final
  from anchor_job where state <> 'QUEUED'`
