import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { rejectedWrite, type WriteResult } from '#server/core/db/write-result.ts'
import { and, asc, desc, eq, inArray, isNull, sql } from '#server/core/drizzle/orm.ts'
import { safeParseInput } from '#server/core/http/validate.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { defineSyncEntity, type SyncCall, type SyncRow } from '#server/sync/entity.ts'
import { applyBatch } from '#server/sync/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type Reading, sensorProblems } from '#shared/sensor/contract.ts'
import { SensorEntryInput, type SensorEntryView, sensorEntryEntity } from '#shared/sensor/record.ts'
import type { SensorUnit } from '#shared/sensor/units.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { readingProblem, storeReadings } from './readings.ts'
import { sensor, sensorEntry } from './table.ts'

/** Readings that people type or read from tags, perhaps without a connection. */
export const sensorEntrySync = defineSyncEntity({
  name: sensorEntryEntity,
  reads: 'anyMerchantRole',
  writes: 'merchantOrDealer',
  feature: 'temperature',
  kinds: { create },
  rows,
})

type NewEntry = SensorEntryInput & { id: string }

function create(call: SyncCall, operations: readonly Operation[]) {
  return applyBatch(call, operations, {
    action: 'sensor.entry',
    parse({ recordId, patch }): NewEntry | Problem {
      const input = safeParseInput(SensorEntryInput, applyPatch({}, patch), call.language)
      return input instanceof Problem ? input : { ...input, id: recordId }
    },
    run: (inputs) => storeEntries(call, inputs),
  })
}

/** Stores entries and their readings. An entry that was stored before is unchanged; an invalid one rejects only itself. */
async function storeEntries({ tx, actor, merchantId }: SyncCall, inputs: readonly NewEntry[]): Promise<WriteResult[]> {
  const sensorIds = [...new Set(inputs.map(({ sensorId }) => sensorId))]
  // All are locked here in the order of their ids, as the search for alarms does, so that they cannot both wait for each other.
  const sensors = await tx
    .select({ id: sensor.id, unit: sensor.unit })
    .from(sensor)
    .where(and(eq(sensor.merchantId, merchantId), inArray(sensor.id, sensorIds), isNull(sensor.removedAt)))
    .orderBy(asc(sensor.id))
    .for('share')
  const units = new Map(sensors.map(({ id, unit }) => [id, unit]))
  const problems = new Map<string, Problem>()
  for (const entry of inputs) {
    const unit = units.get(entry.sensorId)
    const problem = unit ? problemOf(readingsOf(entry), unit) : new Problem(sensorProblems.notFound)
    if (problem) problems.set(entry.id, problem)
  }
  const valid = inputs.filter(({ id }) => !problems.has(id))
  const versions = valid.length > 0 ? await insertEntries(tx, merchantId, valid) : new Map<string, number>()
  // One statement for each sensor, because each has its own unit.
  for (const [sensorId, entries] of Map.groupBy(valid, (entry) => entry.sensorId)) {
    await storeReadings(tx, quotaOwnerOf(actor), sensorId, { logs: entries.flatMap(readingsOf) })
  }
  return inputs.map(({ id }): WriteResult => {
    const problem = problems.get(id)
    if (problem) return rejectedWrite(id, problem)
    const version = versions.get(id)
    return { id, status: version === undefined ? 'unchanged' : 'applied', version: version ?? 1 }
  })
}

/** The readings of an entry, the last one at the end. */
function readingsOf({ value, measuredAt: createdAt, others }: NewEntry): Reading[] {
  const earlier = others?.at.map((at, i) => ({ value: others.value[i]!, createdAt: new Date(at).toISOString() })) ?? []
  return [...earlier, { value, createdAt }]
}

function problemOf(readings: readonly Reading[], unit: SensorUnit): Problem | undefined {
  for (const [i, reading] of readings.entries()) {
    const problem = readingProblem(reading, unit, i + 1)
    if (problem) return problem
  }
  return undefined
}

/** The versions of the entries that are new. */
async function insertEntries(tx: Tx, merchantId: string, entries: readonly NewEntry[]): Promise<Map<string, number>> {
  const records = entries.map(({ others, ...entry }) => ({ ...entry, readings: (others?.at.length ?? 0) + 1 }))
  const columns = 'id uuid, "sensorId" uuid, "measuredAt" timestamptz, value float8, readings int, tag text'
  const { rows: stored } = await tx.execute<{ id: string; ver: number }>(sql`
    insert into sensor_entry (id, merchant_id, sensor_id, measured_at, value, readings, tag)
    select id, ${merchantId}::uuid, "sensorId", "measuredAt", value, readings, tag
    from ${recordset(records, columns)}
    on conflict (id) do nothing returning id, ver`)
  return new Map(stored.map(({ id, ver }) => [id, ver]))
}

/** Devices receive this many entries, the newest ones. */
const followed = 500

async function rows(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SyncRow[]> {
  const newest = tx
    .select({ id: sensorEntry.id })
    .from(sensorEntry)
    .where(eq(sensorEntry.merchantId, merchantId))
    .orderBy(desc(sensorEntry.createdAt), desc(sensorEntry.id))
    .limit(followed)
  const found = await tx
    .select()
    .from(sensorEntry)
    .where(
      and(
        eq(sensorEntry.merchantId, merchantId),
        sql`${sensorEntry.id} = any(${uuidArray(ids)})`,
        inArray(sensorEntry.id, newest),
      ),
    )
  return found.map(({ id, ver, sensorId, measuredAt, value, readings, tag, createdAt }) => {
    const data: SensorEntryView = {
      sensorId,
      value,
      measuredAt: measuredAt.toISOString(),
      readings,
      ...(tag !== null && { tag }),
      createdAt: createdAt.toISOString(),
    }
    return { id, ver, data }
  })
}
