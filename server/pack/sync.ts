import { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import { createCodeReader } from '#server/order/service.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import { applyBatch } from '#server/sync/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { UserDateTime } from '#shared/core/fields/fields.ts'
import { omit } from '#shared/core/omit.ts'
import { PackInput, Unpacking } from '#shared/pack/contract.ts'
import { type PackRecord, packEntity } from '#shared/pack/record.ts'
import { clampDeviceTime } from '#shared/sync/device-time.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { createPacks } from './create.ts'
import { viewPack } from './rows.ts'
import { pack } from './table.ts'
import { unpackPacks } from './unpack.ts'

export const packSync = defineSyncEntity({
  name: packEntity,
  reads: 'anyMerchantRole',
  writes: 'merchantOrDealer',
  kinds: { create, update },
  rows,
})

function create(call: SyncCall, operations: readonly Operation[]) {
  const { tx, merchantId, actor, services, language } = call
  const read = createCodeReader(services.config.codeKey)
  return applyBatch(call, operations, {
    action: 'pack.create',
    parse: ({ recordId, patch }) => safeParseInput(PackInput, { ...applyPatch({}, patch), id: recordId }, language),
    run: (inputs) => createPacks(tx, { merchantId, confirmed: actor.confirmed }, inputs, read),
  })
}

const UnpackPatch = z.object({ unpack_reason: Unpacking.shape.reason, unpacked_at: UserDateTime })

/** The only change of a package is that it is taken apart. */
function update(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'pack.unpack',
    parse({ recordId, patch }) {
      const sent = safeParseInput(UnpackPatch, applyPatch({}, patch), call.language)
      if (sent instanceof Problem) return sent
      return { id: recordId, reason: sent.unpack_reason, at: clampDeviceTime(new Date(sent.unpacked_at), new Date()) }
    },
    run: (unpacks) => unpackPacks(call.tx, call.merchantId, unpacks),
  })
}

/** Devices receive this many packages, the newest ones. */
const followed = 2000

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const found = await tx
    .select()
    .from(pack)
    .where(
      and(
        eq(pack.merchantId, merchantId),
        sql`${pack.id} = any(${uuidArray(ids)})`,
        sql`${pack.id} in (
          select id from pack where merchant_id = ${merchantId} order by created_at desc, id desc limit ${followed})`,
      ),
    )
  return found.map((row) => {
    const data: PackRecord = omit(viewPack(row), 'id', 'version')
    return { id: row.id, ver: row.ver, data }
  })
}
