import type { Tx } from '#server/core/db/database.ts'
import { listedColumns } from '#server/core/db/listed-columns.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { rejectedWrite, type VersionedRow, versionsOf, type WriteResult } from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { contentHash } from '#server/core/http/idempotency.ts'
import { type QuotaOwner, remainingQuota } from '#server/core/limits/quota.ts'
import { randomNumber } from '#server/order/service.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type PackInput, packProblems } from '#shared/pack/contract.ts'
import { packagePacked } from '#shared/pack/events.ts'
import { packQuotas } from '#shared/pack/quotas.ts'
import { clampDeviceTime } from '#shared/sync/device-time.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { type CheckedList, type CodeReading, checkContents } from './check.ts'
import { takeSsccs } from './numbering.ts'
import { lockPacks, selectPacks } from './rows.ts'
import { pack } from './table.ts'

type NewPack = { id: string; input: PackInput; hash: Buffer; packedAt: Date; checked: CheckedList }

/** Packs codes or cases. A list with a bad row packs nothing. A package that was sent before stays unchanged. */
export async function createPacks(
  tx: Tx,
  owner: QuotaOwner,
  inputs: readonly PackInput[],
  read: CodeReading,
): Promise<WriteResult[]> {
  const { merchantId } = owner
  await lockPacks(tx, merchantId)
  const { left, full } = await remainingQuota(tx, owner, packQuotas.packs, inputs.length)
  // The time is not part of the identity: a record that was sent without one stays the same record.
  const wanted = inputs.map(({ id = uuid7(), packed_at, ...input }) => ({
    id,
    input,
    hash: contentHash(input),
    packedAt: clampDeviceTime(packed_at ? new Date(packed_at) : new Date(), new Date()),
  }))
  const stored = await selectPacks(
    tx,
    merchantId,
    wanted.map(({ id }) => id),
  )
  const fresh = wanted.filter(({ id }, i) => !stored.has(id) && wanted.findIndex((one) => one.id === id) === i)
  const checkedLists = await checkContents(
    tx,
    merchantId,
    fresh.map(({ input }) => input),
    read,
  )
  const rejections = new Map<string, Problem>()
  const good = fresh
    .map((one, i): NewPack => ({ ...one, checked: checkedLists[i]! }))
    .filter(({ id, checked: { errors } }) => {
      if (errors.length > 0) rejections.set(id, new Problem(packProblems.badRows, { count: errors.length, errors }))
      return errors.length === 0
    })
  for (const { id } of good.splice(Math.max(0, left))) rejections.set(id, full)
  const ssccs = await takeSsccs(tx, merchantId, good.length)
  if (!ssccs) for (const { id } of good) rejections.set(id, new Problem(packProblems.noNumbers))
  const inserted = ssccs ? await insertPacks(tx, merchantId, good, ssccs) : new Map<string, number>()
  const known = new Map([...stored].map(([id, { draftHash, ver }]) => [id, { hash: draftHash, version: ver }]))
  for (const { id, hash } of good) known.set(id, { hash, version: inserted.get(id) ?? 1 })
  return wanted.map(({ id, hash }): WriteResult => {
    const problem = rejections.get(id)
    if (problem) return rejectedWrite(id, problem)
    const before = known.get(id)
    const isOwn = stored.has(id) || inserted.has(id)
    if (!before?.hash.equals(hash) || !isOwn) return rejectedWrite(id, new Problem(coreProblems.idTaken))
    return { id, status: stored.has(id) ? 'unchanged' : 'applied', version: before.version }
  })
}

const newColumns = listedColumns(pack, [
  ...(['id', 'kind', 'sscc', 'identifier', 'quantity', 'cases', 'packedAt', 'draftHash'] as const),
])

/** Inserts the packages whose ids are free. Returns those ids with their versions. */
async function insertPacks(
  tx: Tx,
  merchantId: string,
  packs: readonly NewPack[],
  ssccs: readonly (string | null)[],
): Promise<Map<string, number>> {
  const rows = packs.map(({ id, input: { kind }, hash, packedAt, checked: { members, quantity } }, i) => ({
    ...{ id, kind, quantity, packedAt, members },
    sscc: ssccs[i]!,
    identifier: randomNumber(),
    cases: kind === 'pallet' ? members.length : 0,
    draftHash: `\\x${hash.toString('hex')}`,
  }))
  const heads = rows.map(({ members: _, ...head }) => head)
  const { rows: made } = await tx.execute<VersionedRow>(sql`
    insert into pack (merchant_id, ${newColumns.targets}) select ${merchantId}, ${newColumns.values}
    from ${newColumns.from(heads)} on conflict (id) do nothing returning id, ver`)
  const free = versionsOf(made)
  const created = rows.filter(({ id }) => free.has(id))
  const membersOf = (kind: PackInput['kind']) => {
    const pairs = created
      .filter((row) => row.kind === kind)
      .flatMap(({ id, members }) => members.map((one) => [id, one]))
    return sql`unnest(${uuidArray(pairs.map(([id]) => id!))}, ${uuidArray(pairs.map(([, one]) => one!))})`
  }
  await tx.execute(sql`
    insert into pack_item (merchant_id, pack_id, address)
    select ${merchantId}, listed.id, listed.address from ${membersOf('case')} listed (id, address)`)
  await tx.execute(sql`
    with listed (id, case_id) as (select * from ${membersOf('pallet')}),
    contained as (insert into pack_case (merchant_id, pallet_id, case_id) select ${merchantId}, id, case_id from listed)
    update pack set pallet_id = listed.id from listed
    where pack.merchant_id = ${merchantId} and pack.id = listed.case_id`)
  await emit(
    tx,
    packagePacked,
    created.map(({ id, kind, sscc, packedAt, members }) => ({
      merchantId,
      subject: id,
      data: {
        ...{ kind, sscc, packedAt: packedAt.toISOString() },
        contents: kind === 'case' ? members.map(formatAddress) : members,
      },
    })),
  )
  return free
}
