import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, type ListOrder, pageOfIds } from '#server/core/db/paging.ts'
import { and, desc, eq, gte, inArray, lt, sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import { logistic } from '#server/logistic/table.ts'
import { sensor } from '#server/sensor/table.ts'
import { type Alarm, type AlarmQuery, alarmProblems, ShipmentRule } from '#shared/alarm/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { searchChangedShipments } from './jobs.ts'
import { shipmentRule, temperatureAlarm } from './table.ts'

export async function listAlarms(tx: Tx, merchantId: string, query: AlarmQuery) {
  const order: ListOrder = { columns: [temperatureAlarm.createdAt, temperatureAlarm.id], descending: true }
  const { from, to } = query
  const where = and(
    eq(temperatureAlarm.merchantId, merchantId),
    from ? gte(temperatureAlarm.createdAt, new Date(from)) : undefined,
    to ? lt(temperatureAlarm.createdAt, new Date(to)) : undefined,
  )
  const { ids, total } = await pageOfIds(tx, temperatureAlarm, { where, order }, query)
  return { rows: inOrderOf(ids, await alarmsOf(tx, merchantId, ids), ({ id }) => id), total }
}

export async function acknowledgeAlarm(tx: Tx, merchantId: string, id: string): Promise<Alarm> {
  await tx
    .update(temperatureAlarm)
    .set({ acknowledgedAt: sql`coalesce(acknowledged_at, now())` })
    .where(and(eq(temperatureAlarm.merchantId, merchantId), eq(temperatureAlarm.id, id)))
  const [alarm] = await alarmsOf(tx, merchantId, [id])
  if (!alarm) throw new Problem(alarmProblems.notFound)
  return alarm
}

async function alarmsOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Alarm[]> {
  const rows = await tx
    .select({
      alarm: temperatureAlarm,
      name: sql<string>`coalesce(${sensor.name}, ${logistic.identifier})`,
      place: sql<string>`coalesce(${sensor.location}, ${logistic.recipient})`,
    })
    .from(temperatureAlarm)
    .leftJoin(sensor, eq(sensor.id, temperatureAlarm.sensorId))
    .leftJoin(logistic, eq(logistic.id, temperatureAlarm.logisticId))
    .where(and(eq(temperatureAlarm.merchantId, merchantId), inArray(temperatureAlarm.id, [...ids])))
    .orderBy(desc(temperatureAlarm.createdAt))
  return rows.map(({ alarm: { id, sensorId, logisticId, unit, side, limit, peak, ...times }, name, place }) => ({
    id,
    name,
    place,
    unit,
    side,
    limit,
    peak,
    kind: sensorId ? 'sensor' : 'shipment',
    subjectId: (sensorId ?? logisticId)!,
    from: times.fromAt.toISOString(),
    to: times.toAt.toISOString(),
    createdAt: times.createdAt.toISOString(),
    acknowledgedAt: times.acknowledgedAt?.toISOString() ?? null,
  }))
}

export async function readShipmentRule(tx: Tx, merchantId: string): Promise<ShipmentRule> {
  const [row] = await tx.select().from(shipmentRule).where(eq(shipmentRule.merchantId, merchantId))
  return ShipmentRule.parse(row ?? {})
}

/** Shortest time in seconds between two searches of all shipments of a merchant. */
const searchSeconds = 60

export async function saveShipmentRule(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Tx,
  merchantId: string,
  rule: ShipmentRule,
): Promise<ShipmentRule> {
  const before = await readShipmentRule(tx, merchantId)
  await tx
    .insert(shipmentRule)
    .values({ merchantId, ...rule })
    .onConflictDoUpdate({ target: shipmentRule.merchantId, set: rule })
  const isOther = (['limit', 'alarmMinutes', 'alarmTotalMinutes'] as const).some((part) => rule[part] !== before[part])
  if (isOther) {
    await jobs.send(tx, searchChangedShipments, { merchantId }, { onceIn: { seconds: searchSeconds, key: merchantId } })
  }
  return rule
}
