import { LRUCache } from 'lru-cache'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { inOrderOf, type ListOrder, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  type ListedSensor,
  onlineWithinMs,
  type Sensor,
  type SensorInput,
  type SensorListQuery,
  sensorProblems,
} from '#shared/sensor/contract.ts'
import type { JourneyRange } from '#shared/sensor/journey-sentence.ts'
import { sensorQuotas } from '#shared/sensor/quotas.ts'
import { excursionsOf, isCounted, readCountedExcursions, readExcursions } from './excursions.ts'
import { excursionPoints, limitsOf } from './log-statistics.ts'
import { type Recording, readRecording } from './recordings.ts'
import { type SensorState, sparklinesOf, statesOf } from './states.ts'
import { sensor, sensorDue, sensorHour } from './table.ts'
import type { LogRange } from './time-range.ts'

export type { Recording }
export { excursionsOf, isCounted, readExcursions }

type SensorRow = typeof sensor.$inferSelect

const listed = (merchantId: string, condition?: SQL): SQL | undefined =>
  and(eq(sensor.merchantId, merchantId), isNull(sensor.removedAt), condition)

/** The latest average of a sensor is at or above its threshold, or below its minimum. */
const isOutside = sql`(select h.sum / h.n >= ${sensor.threshold} or h.sum / h.n < ${sensor.minimum} from ${sensorHour} h
  where h.merchant_id = ${sensor.merchantId} and h.sensor_id = ${sensor.id} order by h.hour desc limit 1)`

export async function listSensors(
  tx: Tx,
  merchantId: string,
  { outside, ...query }: SensorListQuery,
): Promise<{ rows: ListedSensor[]; total: number }> {
  const pattern = query.search && containsPattern(query.search)
  const where = listed(
    merchantId,
    and(
      pattern ? or(...[sensor.name, sensor.model, sensor.location].map((column) => ilike(column, pattern))) : undefined,
      outside && isOutside,
    ),
  )
  const order: ListOrder = { columns: [sensor.createdAt, sensor.id], descending: true }
  const { ids, total } = await pageOfIds(tx, sensor, { where, order }, query)
  const found = await tx.select().from(sensor).where(inArray(sensor.id, ids))
  const states = await statesOf(tx, merchantId, ids)
  const sparklines = await sparklinesOf(tx, merchantId, ids)
  const rows = inOrderOf(ids, found, ({ id }) => id).map((row) => ({
    ...viewSensor(row, states.get(row.id)),
    logs: sparklines.get(row.id) ?? [],
  }))
  return { rows, total }
}

export async function findSensorRow(tx: Tx, merchantId: string, id: string): Promise<SensorRow> {
  const [row] = await tx
    .select()
    .from(sensor)
    .where(listed(merchantId, eq(sensor.id, id)))
  if (!row) throw new Problem(sensorProblems.notFound)
  return row
}

export async function findSensor(tx: Tx, merchantId: string, id: string): Promise<ListedSensor> {
  const row = await findSensorRow(tx, merchantId, id)
  const state = (await statesOf(tx, merchantId, [id])).get(id)
  return { ...viewSensor(row, state), logs: (await sparklinesOf(tx, merchantId, [id])).get(id) ?? [] }
}

export async function createSensor(tx: Tx, owner: QuotaOwner, input: SensorInput): Promise<Sensor> {
  await assertQuota(tx, owner, sensorQuotas.sensors)
  const [row] = await tx
    .insert(sensor)
    .values({ merchantId: owner.merchantId, ...input })
    .returning()
  return viewSensor(row!, undefined)
}

/** The values of readings stay as they were sent, so type and unit cannot change after the first one. */
export async function updateSensor(tx: Tx, merchantId: string, id: string, input: SensorInput): Promise<Sensor> {
  // Readings are stored under a share lock of the sensor, so none arrives between this check and the commit.
  const [before] = await tx
    .select()
    .from(sensor)
    .where(listed(merchantId, eq(sensor.id, id)))
    .for('update')
  if (!before) throw new Problem(sensorProblems.notFound)
  const state = (await statesOf(tx, merchantId, [id])).get(id)
  if (state && before.unit !== input.unit) throw new Problem(sensorProblems.hasReadings)
  const [row] = await tx
    .update(sensor)
    .set(input)
    .where(listed(merchantId, eq(sensor.id, id)))
    .returning()
  // Another limit or rule may count excursions that are stored already.
  await tx.insert(sensorDue).values({ merchantId, sensorId: id }).onConflictDoNothing()
  return viewSensor(row!, state)
}

export async function removeSensor(tx: Tx, merchantId: string, id: string): Promise<void> {
  const { rowCount } = await tx
    .update(sensor)
    .set({ removedAt: sql`now()` })
    .where(listed(merchantId, eq(sensor.id, id)))
  if (rowCount === 0) throw new Problem(sensorProblems.notFound)
}

/** All codes of a batch share its recordings. A new reading is visible after at most this many milliseconds. */
const freshMs = 10_000

/** Reads the recordings of scanned codes, in their order; null for one without readings. */
export function createRecordingReader(
  db: Pick<Database, 'read'>,
): (recordings: readonly Recording[]) => Promise<(JourneyRange | null)[]> {
  const cache = new LRUCache<string, Promise<JourneyRange | null>>({ max: 2000, ttl: freshMs })
  return (recordings) =>
    Promise.all(
      recordings.map((recording) => {
        const key = Object.values(recording).join()
        const known = cache.get(key)
        if (known) return known
        const read = readRecording(db.read, recording).then((range) => range ?? null)
        cache.set(key, read)
        read.catch(() => cache.delete(key))
        return read
      }),
    )
}

/** The excursions in a range of time (both ends in milliseconds) that count by the rule of the sensor. */
export async function countedExcursionsIn(tx: Tx, row: SensorRow, range: LogRange) {
  const log = { merchantId: row.merchantId, sensorId: row.id, unit: row.unit, range }
  const { alarmMinutes: minutes, alarmTotalMinutes: totalMinutes } = row
  return await readCountedExcursions(tx, excursionPoints(log, limitsOf(row)), { minutes, totalMinutes })
}

function viewSensor(row: SensorRow, state: SensorState | undefined): Sensor {
  const { id, name, model, type, unit, location, threshold, minimum, createdAt } = row
  const { alarmMinutes, alarmTotalMinutes, alarmMails } = row
  return {
    id,
    name,
    model,
    type,
    unit,
    location,
    threshold,
    minimum,
    alarmMinutes,
    alarmTotalMinutes,
    alarmMails,
    lastUpdatedAt: state ? new Date(state.lastAt).toISOString() : null,
    online: state !== undefined && Date.now() - state.lastAt < onlineWithinMs,
    average: state ? [{ value: state.average }] : [],
    createdAt: createdAt.toISOString(),
  }
}
