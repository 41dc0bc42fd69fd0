import type { Database, Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { productOf } from '#server/order/service.ts'
import { applySamples } from '#server/verdict/service.ts'
import { ageOf, firstShipment } from '#server/verify/scans/scan-statement.ts'
import type { OrderScores } from '#shared/verdict/calibration/calibrate.ts'
import { sinceShipment } from '#shared/verdict/evidence/counted-visits.ts'
import { largestScore } from '#shared/verdict/rules.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'
import { createCodeSample, sampleSize } from './code-sample.ts'

/** Codes that one statement reads. */
const chunk = 5_000
/** SKUs whose samples one transaction reads and stores. */
const skuChunk = 20
/** A code counts so long after its first visit: before, it has not shown how often it is looked at. */
const matureMinutes = 90 * 1440
const firstId = '00000000-0000-0000-0000-000000000000'

type Work = { signal: AbortSignal; heartbeat(): Promise<void> }
type System = Database['system']
type Memory = Record<'sku_id' | 'order_id' | 'address', string> &
  Record<'visit_log' | 'visits', Buffer | null> & { shipped: number | null }
type Score = Record<'sku_id' | 'order_id' | 'address', string> & { score: number | null }

/**
 * Takes a sample of the scanned codes of each SKU and sets the thresholds of the SKUs from it. The memories of all codes are read
 * once, in pieces; the sample is a temporary table. After a crash the next run begins anew, and has lost nothing.
 *
 * @param now minutes since 1970
 * @returns the number of SKUs, or undefined if another process does this
 */
export function measureScores(db: Pick<Database, 'exclusive'>, work: Work, now: number): Promise<number | undefined> {
  return db.exclusive('calibration', async (system) => {
    await system((tx) =>
      tx.execute(sql`create temporary table code_score
        (address uuid primary key, sku_id uuid not null, order_id uuid not null, score float8)`),
    )
    try {
      const sample = createCodeSample()
      // Codes that were visited since the last merge first: their newest memory is there.
      await readMemories(system, work, recentMemories, (memories) => scoresOf(memories, sample, now))
      await readMemories(system, work, mergedMemories, (memories) => scoresOf(memories, sample, now))
      return await saveScores(system, work)
    } finally {
      await system((tx) => tx.execute(sql`drop table code_score`))
    }
  })
}

type Read = (after: string) => SQL
const recentMemories: Read = (after) => sql`
  select distinct on (address) address, visit_log, visits from recent_visits where address > ${after}
  order by address, ${sql.raw(ageOf('run'))} limit ${chunk}`
const mergedMemories: Read = (after) => sql`
  select address, visit_log, visits from code_visits where address > ${after} order by address limit ${chunk}`

async function readMemories(
  system: System,
  { signal, heartbeat }: Work,
  read: Read,
  scores: (memories: Memory[]) => Score[],
): Promise<void> {
  for (let after: string | null = firstId; after !== null && !signal.aborted; await heartbeat()) {
    after = await system(async (tx) => {
      const { rows } = await tx.execute<Memory & { last: string }>(sql`
        with next as materialized (${read(after!)}), last as (select max(address::text) as last from next)
        select last.last, next.address, ${sql.raw(productOf('c', 'o'))} as sku_id, o.id as order_id, next.visit_log, next.visits,
          (1000 * extract(epoch from ${sql.raw(firstShipment('next.address'))}))::float8 as shipped
        from last left join next on true left join code c on c.address = next.address left join code_order o on o.id = c.order_id`)
      const found = rows.filter((row) => row.sku_id !== null)
      await addScores(tx, scores(found))
      return rows[0]!.last
    })
  }
}

function scoresOf(memories: Memory[], isSampled: ReturnType<typeof createCodeSample>, now: number): Score[] {
  return memories.flatMap(({ sku_id, order_id, address, shipped, ...stored }) => {
    if (!isSampled(sku_id, address)) return []
    const history = restoreVisitLog(stored, [])
    const { checks, visits } = sinceShipment(history, shipped === null ? undefined : new Date(shipped))
    if (checks === 0 || history.since > now - matureMinutes) return []
    return [{ sku_id, order_id, address, score: largestScore(visits) ?? null }]
  })
}

const addScores = (tx: Tx, scores: Score[]) =>
  tx.execute(sql`
    insert into code_score (address, sku_id, order_id, score)
    select address, sku_id, order_id, score
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as s (address uuid, sku_id uuid, order_id uuid, score float8)
    on conflict do nothing`)

async function saveScores(system: System, { signal, heartbeat }: Work): Promise<number> {
  await system((tx) => tx.execute(sql`create index on code_score (sku_id); analyze code_score`))
  let total = 0
  for (let after = firstId; !signal.aborted; await heartbeat()) {
    const samples = await system(async (tx) => {
      const found = await samplesAfter(tx, after)
      await applySamples(tx, found)
      return found
    })
    if (samples.size === 0) break
    total += samples.size
    after = [...samples.keys()].at(-1)!
  }
  return total
}

/**
 * The samples of the next SKUs. Codes of which the brand found copies are left out, and those between which a pattern of copies
 * was found, unless the brand explained it otherwise. Codes whose warning it explained are known to be honest.
 */
async function samplesAfter(tx: Tx, after: string): Promise<Map<string, OrderScores[]>> {
  type Row = { sku_id: string } & OrderScores
  const { rows } = await tx.execute<Row>(sql`
    with skus as (select distinct sku_id from code_score where sku_id > ${after} order by sku_id limit ${skuChunk}),
    ranked as (
      select s.*, row_number() over (partition by s.sku_id order by right(s.address::text, 8), s.address) as place
      from code_score s join skus using (sku_id)
    ), decided as (
      select ranked.*, m.copied_at is not null or exists (
        select from pattern_case p join code c on c.address = ranked.address
        where p.order_id = ranked.order_id and p.kind in ('harvest', 'labels') and c.serial_no between p.first_serial and p.last_serial
          and (p.state <> 'closed' or p.reason = 'copies')
      ) as is_copied, exists (
        select from verdict_case c
        where c.address = ranked.address and c.rule in ('visitors', 'travel', 'market') and c.state = 'closed'
          and c.reason in ('mistake', 'display', 'owner')
      ) as is_honest
      from ranked left join code_mark m on m.address = ranked.address where place <= ${sampleSize}
    )
    select sku_id, count(*) filter (where not is_copied)::int as codes,
      coalesce(jsonb_agg(score) filter (where score is not null and not is_copied and not is_honest), '[]') as scores,
      coalesce(jsonb_agg(score) filter (where score is not null and not is_copied and is_honest), '[]') as honest
    from decided group by sku_id, order_id order by sku_id, order_id`)
  const samples = new Map<string, OrderScores[]>()
  for (const { sku_id, ...order } of rows) samples.set(sku_id, [...(samples.get(sku_id) ?? []), order])
  return samples
}
