import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { type ChainRow, type CodeProof, chipsFrom, proofHolds } from '#server/anchoring/service.ts'
import type { Chips } from '#shared/anchoring/contract.ts'
import type { CodeRow } from './codes.ts'
import { microBatch } from './micro-batch.ts'
import { pathLookup } from './paths.ts'

/** What all codes of one SKU in one activation batch share. */
interface BatchRow {
  key: string
  commitment_id: string | null
  payload: Buffer
  digest: Buffer
  size: number | null
  root: Buffer | null
  suffix: Buffer | null
  created_at: Date | null
  chains: ChainRow[] | null
}
export interface Attested {
  payload: Buffer
  chips: Chips
  /** The Catapult transaction, once there is one. */
  transaction: string | null
}

const BATCHES = {
  name: 'verify_batches',
  text: `select p.batch_id || ':' || p.sku_id as key, c.id as commitment_id, p.bytes as payload, p.digest, c.size, c.root,
           c.suffix, c.created_at,
           (select json_agg(json_build_object('chain', j.chain, 'network', j.network, 'state', j.state,
                                              'winner', j.winner, 'height', j.height))
            from anchor_job j where j.commitment_id in (c.id, c.parent_id)) as chains
         from unnest($1::uuid[], $2::uuid[]) as asked(batch_id, sku_id)
         join payload p on p.batch_id = asked.batch_id and p.sku_id = asked.sku_id
         left join anchor_commitment c on c.batch_id = p.batch_id`,
}
/** Chips follow the chains within this many milliseconds. */
const FRESH_MS = 1000

/** A path that was found to hold is remembered: leaf, path and root never change. One that fails is tried again. */
export function attestationLookup(pool: pg.Pool): (code: CodeRow) => Promise<Attested | undefined> {
  const batches = new LRUCache<string, BatchRow>({ max: 2000, ttl: FRESH_MS })
  const proven = new LRUCache<string, true>({ max: 100_000 })
  const load = microBatch<BatchRow>(async (keys) => {
    const pairs = keys.map((key) => key.split(':'))
    const values = [pairs.map(([batch]) => batch), pairs.map(([, sku]) => sku)]
    const { rows } = await pool.query<BatchRow>({ ...BATCHES, values })
    for (const row of rows) batches.set(row.key, row)
    return new Map(rows.map((row) => [row.key, row]))
  })
  const pathOf = pathLookup(pool)

  async function holds(code: CodeRow, row: CommittedRow): Promise<boolean> {
    if (proven.has(code.address)) return true
    const { payload, digest, size, root, commitment_id } = row
    const path = await pathOf({ commitmentId: commitment_id, size, index: code.idx! })
    if (!proofHolds({ address: code.address, payload, digest, index: code.idx!, size, root, path })) return false
    proven.set(code.address, true)
    return true
  }

  return async (code) => {
    if (code.batch_id === null) return undefined
    const key = `${code.batch_id}:${code.sku_id}`
    const row = batches.get(key) ?? (await load(key))
    if (!row) return undefined
    const chains = row.chains ?? []
    const proof: Pick<CodeProof, 'holds' | 'suffix' | 'chains'> | undefined = isCommitted(row)
      ? { holds: await holds(code, row), suffix: row.suffix, chains }
      : undefined
    const transaction = chains.find(({ chain }) => chain === 'catapult')?.winner ?? null
    return { payload: row.payload, chips: chipsFrom(proof), transaction }
  }
}

type CommittedRow = BatchRow & { commitment_id: string; size: number; root: Buffer }

function isCommitted(row: BatchRow): row is CommittedRow {
  return row.commitment_id !== null
}
