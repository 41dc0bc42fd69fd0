import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { mergedWrite, rejectedWrite, type WriteResult } from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import { defineDomain } from '#server/domain.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import { type Operation, operationHash } from '#shared/sync/operation.ts'
import { applyPatch, type Fields, fieldMerge, mergePatch, type Patch, readField, setOnce } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { syncDomain } from './domain.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from './entity.ts'

/** The entity of the tests: any fields, and a `code` that is unique for its merchant. Each applied operation inserts a row into `thing_effect`. */
export async function createThings({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await database.query(`
    create table thing (id uuid primary key, merchant_id uuid not null, ver integer not null default 1,
      fields jsonb not null, code text generated always as (fields ->> 'code') stored, unique (merchant_id, code));
    create table thing_effect (place bigint generated always as identity, merchant_id uuid not null, op_id uuid not null);
    alter table thing owner to assay; alter table thing_effect owner to assay;
    grant select, insert, update, delete on thing, thing_effect to app_system;
    select guard_tenant_table('thing'), guard_tenant_table('thing_effect'), sync_track('thing')`)
}

export const thing = defineSyncEntity({
  name: 'thing',
  reads: 'anyMerchantRole',
  writes: 'merchantOrDealer',
  kinds: { create, update, remove },
  rows,
  upcast: (operation) =>
    operation.payloadV === 1 && operation.patch.title
      ? { ...operation, patch: { ...operation.patch, name: operation.patch.title } }
      : operation,
})
export const thingDomain = defineDomain({ name: 'thing', sync: async () => thing })
/** An application with this entity only. */
export const thingDomains = [syncDomain, thingDomain]

async function create(call: SyncCall, operations: readonly Operation[]): Promise<WriteResult[]> {
  const valid = operations.filter(({ patch }) => patch.bad?.to !== true)
  if (operations.some(({ patch }) => patch.boom?.to === true)) throw new TypeError('a fault in the handler')
  if (operations.some(({ patch }) => patch.away?.to === true)) throw new Problem(coreProblems.unavailable)
  const inputs = valid.map(({ recordId, patch }) => ({ id: recordId, fields: applyPatch({}, patch) }))
  const { rows: made } = await call.tx.execute<{ id: string; ver: number }>(sql`
    insert into thing (id, merchant_id, fields)
    select id, ${call.merchantId}, fields from ${recordset(inputs, 'id uuid, fields jsonb')}
    on conflict (id) do nothing returning id, ver`)
  const versions = new Map(made.map(({ id, ver }) => [id, ver]))
  return recordEffects(
    call,
    operations,
    operations.map((operation) => {
      const { recordId: id } = operation
      const version = valid.includes(operation) ? versions.get(id) : undefined
      if (version === undefined) return rejectedWrite(id, new Problem(syncProblems.refused))
      return { id, status: 'applied', version }
    }),
  )
}

async function update(call: SyncCall, operations: readonly Operation[]): Promise<WriteResult[]> {
  const before = await locked(call, operations)
  const results = operations.map((operation) => {
    const row = before.get(operation.recordId)
    return { operation, row, merge: row && mergePatch(row.data, operation.patch, strategyOf) }
  })
  const changes = results.flatMap(({ operation, merge }) =>
    merge && operation.patch.bad?.to !== true ? [{ id: operation.recordId, fields: merge.fields }] : [],
  )
  const { rows: changed } = await call.tx.execute<{ id: string; ver: number }>(sql`
    update thing set fields = listed.fields from ${recordset(changes, 'id uuid, fields jsonb')}
    where thing.id = listed.id returning thing.id, thing.ver`)
  const versions = new Map(changed.map(({ id, ver }) => [id, ver]))
  return recordEffects(
    call,
    operations,
    results.map(({ operation: { recordId: id, baseVer }, row, merge }) => {
      const version = versions.get(id)
      if (!row || !merge) return rejectedWrite(id, new Problem(syncProblems.gone))
      if (version === undefined) return rejectedWrite(id, new Problem(syncProblems.refused))
      const result = mergedWrite(id, version, true, merge.conflicts)
      return row.ver === baseVer ? result : { ...result, status: 'merged' }
    }),
  )
}

const strategyOf = (path: string) => (path === 'born' ? setOnce : fieldMerge)

/** An edit that the author of the deletion had not seen wins. */
async function remove(call: SyncCall, operations: readonly Operation[]): Promise<WriteResult[]> {
  const before = await locked(call, operations)
  const unseen = ({ recordId, baseVer }: Operation) => (before.get(recordId)?.ver ?? 0) > baseVer
  const ids = operations.filter((operation) => !unseen(operation)).map(({ recordId }) => recordId)
  await call.tx.execute(sql`delete from thing where id = any(${uuidArray(ids)})`)
  return recordEffects(
    call,
    operations,
    operations.map((operation) => {
      const { recordId: id, baseVer } = operation
      const version = before.get(id)?.ver ?? baseVer
      if (unseen(operation)) return { id, status: 'merged', version }
      return { id, status: 'applied', version: version + 1 }
    }),
  )
}

type Thing = SyncRow & { data: Fields }

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Thing[]> {
  const { rows } = await tx.execute<Thing>(sql`
    select id, ver, fields as data from thing where merchant_id = ${merchantId} and id = any(${uuidArray(ids)})`)
  return rows.filter(({ data }) => readField(data, 'secret') !== true)
}

async function locked({ tx, merchantId }: SyncCall, operations: readonly Operation[]): Promise<Map<string, Thing>> {
  const { rows } = await tx.execute<Thing>(sql`
    select id, ver, fields as data from thing where merchant_id = ${merchantId}
      and id = any(${uuidArray(operations.map(({ recordId }) => recordId))})
    order by id for update`)
  return new Map(rows.map((row) => [row.id, row]))
}

async function recordEffects(
  { tx, merchantId }: SyncCall,
  operations: readonly Operation[],
  results: WriteResult[],
): Promise<WriteResult[]> {
  const applied = operations.filter((_, i) => results[i]!.status !== 'rejected').map(({ opId }) => opId)
  await tx.execute(sql`
    insert into thing_effect (merchant_id, op_id) select ${merchantId}, id from unnest(${uuidArray(applied)}) as id`)
  return results
}

type OperationFields = Partial<Omit<Operation, 'patch'>> & { patch?: Patch; set?: Fields }

/** Creates operations of one device of a user, each with the next number. */
export function deviceOf(person: Person) {
  const deviceId = randomUUID()
  let n = 0
  return {
    deviceId,
    async op({ set = {}, ...fields }: OperationFields = {}): Promise<Operation & { hash: string }> {
      const operation: Operation = {
        opId: uuid7(),
        deviceId,
        n: ++n,
        userId: person.id,
        merchantId: person.merchantId!,
        entity: 'thing',
        recordId: uuid7(),
        kind: 'create',
        baseVer: 0,
        patch: Object.fromEntries(Object.entries(set).map(([name, to]) => [name, { to }])),
        deps: [],
        blobs: [],
        payloadV: 2,
        capturedAt: new Date().toISOString(),
        tz: 'Asia/Kuala_Lumpur',
        ...fields,
      }
      return { ...operation, hash: await operationHash(operation) }
    },
    /** The body of a push. */
    body: (ops: { opId: string }[], rest: Record<string, unknown> = {}) => ({
      protocol: 1,
      deviceId,
      epoch: '',
      maxN: n,
      pending: ops.length,
      discarded: 0,
      ops,
      ...rest,
    }),
  }
}
