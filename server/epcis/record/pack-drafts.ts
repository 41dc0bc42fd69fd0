import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { packEpcOf } from '#server/epcis/epc.ts'
import type { Draft } from './draft.ts'

type PackRow = { kind: 'case' | 'pallet'; sscc: string | null; packed: Date; unpacked: Date | null }

/** Codes were packed into a case, or cases onto a pallet, and perhaps taken out again. */
export async function packDrafts(tx: Tx, merchantId: string, id: string, origin: string): Promise<Draft[]> {
  const { rows } = await tx.execute<PackRow>(sql`
    select kind, sscc, packed_at as packed, unpacked_at as unpacked from pack where merchant_id = ${merchantId} and id = ${id}`)
  const [found] = rows
  if (!found) return []
  const of = {
    type: 'AggregationEvent' as const,
    source: found.kind,
    sourceIds: [id],
    fields: { parentID: packEpcOf(id, found.sscc, origin), disposition: 'in_progress' },
  }
  const packing: Draft = { ...of, kind: 'packing', at: new Date(found.packed), action: 'ADD', bizStep: 'packing' }
  if (found.unpacked === null) return [packing]
  return [packing, { ...of, kind: 'unpacking', at: new Date(found.unpacked), action: 'DELETE', bizStep: 'unpacking' }]
}
