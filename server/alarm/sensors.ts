import { asc, gt, inArray } from 'drizzle-orm'
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

/**
 * Searches the sensors that have new readings, each once in the order of the ids: a sensor that is due again soon waits for
 * the next run, so that the ones after it are reached. It may be repeated or stopped at any point.
 */
export async function searchDueSensors({ db, mail }: Pick<Services, 'db' | 'mail'>, options: Options = {}) {
  let last: string | undefined
  while (!options.signal?.aborted) {
    const ids = await db.system(async (tx) => {
      const due = await tx
        .select({ id: sensorDue.sensorId })
        .from(sensorDue)
        .where(last === undefined ? undefined : gt(sensorDue.sensorId, last))
        .orderBy(asc(sensorDue.sensorId))
        .limit(batchSize)
      const ids = due.map(({ id }) => id)
      if (ids.length === 0) return ids
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
      return ids
    })
    last = ids.at(-1)
    if (last === undefined) return
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
