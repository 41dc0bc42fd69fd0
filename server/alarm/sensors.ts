import type { Tx } from '#server/core/db/database.ts'
import { asc, gt, inArray } from '#server/core/drizzle/orm.ts'
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
 * the next run, so that the ones after it are reached. If a batch fails, its sensors are searched one by one, so that no
 * sensor stops the alarms of others; one that fails stays due. It may be repeated or stopped at any point.
 */
export async function searchDueSensors(services: Pick<Services, 'db'>, options: Options = {}) {
  const errors: unknown[] = []
  const search = (ids: readonly string[]) => searchSensors(services, ids)
  const searchEach = async (ids: readonly string[]) => {
    for (const id of ids) if (!options.signal?.aborted) await search([id]).catch((error) => errors.push(error))
  }
  let last: string | undefined
  while (!options.signal?.aborted) {
    const ids = await dueAfter(services, last)
    last = ids.at(-1)
    if (last === undefined) break
    await search(ids).catch(() => searchEach(ids))
    await options.afterBatch?.()
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some sensors stay due')
}

async function dueAfter({ db }: Pick<Services, 'db'>, last: string | undefined): Promise<string[]> {
  const due = await db.system((tx) =>
    tx
      .select({ id: sensorDue.sensorId })
      .from(sensorDue)
      .where(last === undefined ? undefined : gt(sensorDue.sensorId, last))
      .orderBy(asc(sensorDue.sensorId))
      .limit(batchSize),
  )
  return due.map(({ id }) => id)
}

async function searchSensors({ db }: Pick<Services, 'db'>, ids: readonly string[]): Promise<void> {
  await db.system(async (tx) => {
    // Waits for the transactions that are storing readings of these sensors, see `sensorDue`.
    const sensors = await tx
      .select()
      .from(sensor)
      .where(inArray(sensor.id, [...ids]))
      .orderBy(asc(sensor.id))
      .for('update')
    await tx.delete(sensorDue).where(inArray(sensorDue.sensorId, [...ids]))
    const watched = sensors.filter(
      (row) => row.removedAt === null && isLimited({ limit: row.threshold, minimum: row.minimum }),
    )
    // One statement for each: each reads the hours of its own sensor, and few readings around its limit.
    const subjects: SearchedSubject[] = []
    for (const row of watched) subjects.push(await searched30Days(tx, row))
    await raiseAlarms(tx, subjects)
  })
}

/** The excursions of the last 30 days that the rule of the sensor counts. */
async function searched30Days(tx: Tx, row: typeof sensor.$inferSelect): Promise<SearchedSubject> {
  const { id, merchantId, name, unit, threshold: limit, minimum, alarmMails: sendsMail } = row
  const range = { start: Date.now() - watchedMs, end: Date.now() + 3_600_000 }
  return {
    kind: 'sensor',
    id,
    merchantId,
    name,
    unit,
    limit,
    minimum,
    sendsMail,
    excursions: await countedExcursionsIn(tx, row, range),
  }
}
