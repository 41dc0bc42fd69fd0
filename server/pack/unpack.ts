import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import {
  rejectedWrite,
  type VersionedRow,
  versionsOf,
  type WriteResult,
  withVersions,
} from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type PackKind, packProblems, type Unpacking } from '#shared/pack/contract.ts'
import { packageUnpacked } from '#shared/pack/events.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { contentsOf, lockPacks, selectPacks } from './rows.ts'

export type Unpack = Unpacking & { id: string; at: Date }

type UnpackedRow = VersionedRow & { kind: PackKind; sscc: string | null; unpacked_at: string; reason: string }

/** Takes packages apart. A package that is apart already stays as it is, with the first reason. A case on a pallet stays packed. */
export async function unpackPacks(tx: Tx, merchantId: string, unpacks: readonly Unpack[]): Promise<WriteResult[]> {
  await lockPacks(tx, merchantId)
  const stored = await selectPacks(
    tx,
    merchantId,
    unpacks.map(({ id }) => id),
  )
  const wanted = new Map<string, Unpack>()
  // A pallet and its cases can be taken apart in one call, in any order.
  const pallets = new Set(unpacks.filter(({ id }) => stored.get(id)?.kind === 'pallet').map(({ id }) => id))
  const results = unpacks.map((unpack): WriteResult => {
    const { id } = unpack
    const row = stored.get(id)
    if (!row) return rejectedWrite(id, new Problem(packProblems.notFound))
    if (row.unpackedAt || wanted.has(id)) return { id, status: 'unchanged', version: row.ver }
    if (row.palletId && !pallets.has(row.palletId)) return rejectedWrite(id, new Problem(packProblems.onPallet))
    wanted.set(id, unpack)
    return { id, status: 'applied', version: row.ver }
  })
  const ids = uuidArray([...wanted.keys()])
  await tx.execute(sql`
    update pack set pallet_id = null where merchant_id = ${merchantId} and pallet_id = any(${ids})`)
  await tx.execute(sql`
    update pack_item set is_packed = false where merchant_id = ${merchantId} and pack_id = any(${ids}) and is_packed`)
  const { rows } = await tx.execute<UnpackedRow>(sql`
    update pack set unpacked_at = listed.at, unpack_reason = listed.reason
    from ${recordset([...wanted.values()], 'id uuid, at timestamptz, reason text')}
    where pack.merchant_id = ${merchantId} and pack.id = listed.id
    returning pack.id, ver, kind, sscc, listed.at as unpacked_at, listed.reason`)
  const contents = await contentsOf(
    tx,
    merchantId,
    rows.map(({ id }) => id),
  )
  await emit(
    tx,
    packageUnpacked,
    rows.map(({ id, kind, sscc, reason, unpacked_at }) => {
      const { addresses, cases } = contents.get(id)!
      const unpackedAt = new Date(unpacked_at).toISOString()
      return {
        merchantId,
        subject: id,
        data: { kind, sscc, reason, unpackedAt, contents: kind === 'case' ? addresses.map(formatAddress) : cases },
      }
    }),
  )
  return withVersions(results, versionsOf(rows))
}
