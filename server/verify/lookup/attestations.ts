import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { type ChainRow, chipsFrom, leafOf, sha256 } from '#server/anchoring/service.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import type { CodeRow } from '#server/verify/scans/scan-store.ts'
import { hasSerialSlot, payloadOfCode } from '#shared/activation/payload-of-code.ts'
import type { ChainStatuses } from '#shared/anchoring/contract.ts'
import type { SensorData } from '#shared/verify/contract.ts'
import { payloadFiles, photoKeys } from '#shared/verify/rules.ts'
import { proofPathCheck, type StoredTree } from './proof-paths.ts'
import { sensorsIn } from './sensors.ts'
import { createSerialLookup } from './serials.ts'

/** The data that all codes of one SKU in one activation batch share. */
type BatchRow = {
  key: string
  commitment_id: string | null
  version: string | null
  state: string | null
  payload: Buffer
  rest: Buffer | null
  digest: Buffer
  size: number | null
  root: Buffer | null
  suffix: Buffer | null
  activated_at: Date | null
  chains: ChainRow[] | null
}
type Batch = {
  /** Changes with every write to the payload, the commitment or its jobs. */
  state: string | null
  checkedAt: number
  /** The hash of the stored payload; null if the payload does not match it. */
  digest: Buffer | null
  tree: StoredTree | null
  /** The response for codes that lead to the root, and for those that do not. */
  proven: Attested
  unproven: Attested
}
export type Attested = {
  /** The JSON text that was hashed. */
  payload: string
  /** The further facts, whose digest is in the payload. */
  rest: string | null
  /** The sensor recordings in the payload. */
  sensors: SensorData[]
  /** Whether the record contains photos. */
  hasPhotos: boolean
  chips: ChainStatuses
  /** The Catapult transaction, once there is one. */
  transaction: string | null
  activatedAt: Date | null
  /** The same object for all codes of the batch, equal but for the payload; absent where it is this object. */
  shared?: Attested
}

/** The jobs of the round of a batch and of the epoch of this round. */
const fromJobs = `anchor_job j where j.commitment_id in (c.parent_id, r.parent_id)`
const joinRound = `left join anchor_commitment r on r.id = c.parent_id`
const stateColumn = `p.xmin::text || ' ' || c.xmin::text || ' ' || coalesce(r.xmin::text, '') || ' ' ||
           coalesce((select string_agg(j.xmin::text, ' ' order by j.id) from ${fromJobs}), '')`
const batchesQuery = {
  name: 'verify_batches',
  text: `select p.batch_id || ':' || p.sku_id as key, c.id as commitment_id, c.xmin::text as version, ${stateColumn} as state,
           p.bytes as payload, p.rest, p.digest, c.size, c.root, r.suffix,
           (select b.finished_at from activation_batch b where b.id = p.batch_id) as activated_at,
           (select json_agg(json_build_object('chain', j.chain, 'network', j.network, 'state', j.state,
                                              'winner', j.winner, 'height', j.height))
            from ${fromJobs}) as chains
         from unnest($1::uuid[], $2::uuid[]) as asked(batch_id, sku_id)
         join payload p on p.batch_id = asked.batch_id and p.sku_id = asked.sku_id
         left join anchor_commitment c on c.batch_id = p.batch_id
         ${joinRound}`,
}
/** Returns much less than the query above, and takes less than half of its time. */
const states = {
  name: 'verify_batch_states',
  text: `select p.batch_id || ':' || p.sku_id as key, ${stateColumn} as state
         from unnest($1::uuid[], $2::uuid[]) as asked(batch_id, sku_id)
         join payload p on p.batch_id = asked.batch_id and p.sku_id = asked.sku_id
         join anchor_commitment c on c.batch_id = p.batch_id
         ${joinRound}`,
}
/** Chips are at most this many milliseconds behind the chains. */
const freshMs = 1000
const maxBatches = 10_000
/** The facts beside a payload can be many times its size. */
const maxBatchBytes = 64 * 1024 * 1024

export function createAttestationLookup(
  pool: pg.Pool,
  maxSize: number = maxBatchBytes,
): (code: CodeRow) => Promise<Attested | undefined> {
  const batches = new LRUCache<string, Batch>({ max: maxBatches, maxSize, sizeCalculation: bytesOf })
  const load = createMicroBatch<Batch>(async (keys) => {
    const checkedAt = Date.now()
    const { rows } = await pool.query<BatchRow>({ ...batchesQuery, values: idsOf(keys) })
    const found = rows.map((row) => [row.key, batchOf(row, checkedAt)] as const)
    for (const [key, batch] of found) batches.set(key, batch)
    return new Map(found)
  })
  const loadState = createMicroBatch<Pick<Batch, 'state' | 'checkedAt'>>(async (keys) => {
    const checkedAt = Date.now()
    const { rows } = await pool.query<Pick<BatchRow, 'key' | 'state'>>({ ...states, values: idsOf(keys) })
    return new Map(rows.map(({ key, state }) => [key, { state, checkedAt }]))
  })
  const leadsToRoot = proofPathCheck(pool)
  const findSerial = createSerialLookup(pool)

  /** A known batch is read again only after a row of it was written. */
  async function refreshedBatch(key: string, known: Batch | undefined): Promise<Batch | undefined> {
    if (!known?.state) return load(key)
    const now = await loadState(key)
    if (now?.state !== known.state) return load(key)
    known.checkedAt = Math.max(known.checkedAt, now.checkedAt)
    return known
  }

  return async (code) => {
    if (code.batch_id === null) return undefined
    const key = `${code.batch_id}:${code.sku_id}`
    const known = batches.get(key)
    const isFresh = known !== undefined && Date.now() - known.checkedAt < freshMs
    const batch = isFresh ? known : await refreshedBatch(key, known)
    if (!batch) return undefined
    const { digest, tree, proven, unproven } = batch
    // Only batches of goods that had serials before read them.
    const serial = hasSerialSlot(proven.payload) ? await findSerial(code.address) : undefined
    const payload = payloadOfCode(proven.payload, code.address, serial)
    const own = payload === proven.payload ? digest : digest && sha256(payload)
    const isProven = own !== null && tree !== null && (await leadsToRoot(tree, leafOf(own, code.address), code.idx!))
    const attested = isProven ? proven : unproven
    return own === digest ? attested : { ...attested, payload, shared: attested }
  }
}

/** Parameters of both queries: batches and SKUs. */
const idsOf = (keys: readonly string[]): string[] =>
  [0, 1].map((part) => `{${keys.map((key) => key.split(':')[part]).join()}}`)

/** Two bytes for each letter of the texts, as much again for the sensors that are read from them, and the objects. */
const bytesOf = ({ proven: { payload, rest } }: Batch): number => 1000 + 4 * (payload.length + (rest?.length ?? 0))

/** The shared data of a batch, read once. A payload that does not match its digest proves nothing. */
function batchOf(row: BatchRow, checkedAt: number): Batch {
  const { payload, rest, digest, commitment_id, version, state, size, root, suffix, chains, activated_at } = row
  const text = payload.toString('utf8')
  const tree = commitment_id && version && size && root ? { id: commitment_id, version, size, root } : null
  const shared = {
    payload: text,
    rest: rest?.toString() ?? null,
    sensors: [text, rest?.toString() ?? '{}'].flatMap(sensorsIn),
    hasPhotos: [text, rest?.toString() ?? '{}'].some(hasPhotosIn),
    transaction: chains?.find(({ chain }) => chain === 'catapult')?.winner ?? null,
    activatedAt: activated_at,
  }
  const chips = (holds: boolean) => chipsFrom(tree ? { holds, suffix, chains: chains ?? [] } : undefined)
  return {
    state,
    checkedAt,
    digest: sha256(payload).equals(digest) ? digest : null,
    tree,
    proven: { ...shared, chips: chips(true) },
    unproven: { ...shared, chips: chips(false) },
  }
}

/** Whether an anchored payload, or the facts that did not fit into it, contain photos of the product. */
function hasPhotosIn(payload: string): boolean {
  // Fast path: a payload without files contains none of the keys.
  if (!photoKeys.some((key) => payload.includes(`"${key}"`))) return false
  return payloadFiles(JSON.parse(payload) as Record<string, unknown>, ...photoKeys).length > 0
}
