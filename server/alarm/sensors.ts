import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { Services } from '#server/core/services.ts'
import { countedExcursionsIn } from '#server/sensor/service.ts'
import { sensor, sensorDue } from '#server/sensor/table.ts'
import { isLimited } from '#shared/sensor/limits.ts'
import { raiseAlarms, type SearchedSubject } from './raise-alarms.ts'

/** Sensors of one transaction. */
const batchSize = 20
/** Older readings raise no alarm: they were imported, and it is too late to save those goods. In milliseconds. */
const watchedMs = 30 * 86_400_000

type Options = { signal?: AbortSignal; afterBatch?: () => Promise<void> }

/** Searches the sensors that have new readings. It may be repeated or stopped at any point. */
export async function searchDueSensors({ db, mail }: Pick<Services, 'db' | 'mail'>, options: Options = {}) {
  while (!options.signal?.aborted) {
    const searched = await db.system(async (tx) => {
      const due = await tx
        .select({ id: sensorDue.sensorId })
        .from(sensorDue)
        .orderBy(asc(sensorDue.sensorId))
        .limit(batchSize)
      const ids = due.map(({ id }) => id)
      if (ids.length === 0) return 0
      // Waits for the transactions that are storing readings of these sensors, see `sensorDue`.
      const sensors = await tx
        .select()
        .from(sensor)
        .where(inArray(sensor.id, ids))
        .orderBy(asc(sensor.id))
        .for('update')
      await tx.delete(sensorDue).where(inArray(sensorDue.sensorId, ids))
      const watched = sensors.filter(
        (row) => row.removedAt === null && isLimited({ limit: row.threshold, minimum: row.minimum }),
      )
      // One statement for each: each reads the hours of its own sensor, and few readings around its limit.
      const subjects: SearchedSubject[] = []
      for (const row of watched) subjects.push(await searched30Days(tx, row))
      await raiseAlarms(tx, mail, subjects)
      return ids.length
    })
    if (searched === 0) return
    await options.afterBatch?.()
  }
}

/** The excursions of the last 30 days that the rule of the sensor counts. */
async function searched30Days(tx: Tx, row: typeof sensor.$inferSelect): Promise<SearchedSubject> {
  const { id, merchantId, name, location: place, unit, threshold: limit, minimum, alarmMails: sendsMail } = row
  const range = { start: Date.now() - watchedMs, end: Date.now() + 3_600_000 }
  return {
    ...{ kind: 'sensor', id, merchantId, name, place, unit, limit, minimum, sendsMail },
    excursions: await countedExcursionsIn(tx, row, range),
  }
}
