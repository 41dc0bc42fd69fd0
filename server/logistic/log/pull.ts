import type { Services } from '#server/core/services.ts'
import { TagServiceError } from '#server/core/tag-service/error.ts'
import { dueIds } from './due.ts'
import { noteServiceFailure, noteTagFailure, type PulledTag, storeTagReadings } from './store.ts'

/** Shipments of one transaction. Their tags are read at the same time. */
const batchSize = 8

type PullServices = Pick<Services, 'db' | 'tags' | 'log'>
type Options = { signal?: AbortSignal; afterBatch?: () => Promise<void> }

/**
 * Reads the tags of all shipments that are due and stores their readings. It may be repeated or stopped at any point: a
 * transaction stores the readings of a shipment together with the time of its next pull.
 *
 * @throws TagServiceError if the service itself fails; the shipments stay due
 */
export async function pullDueLogs({ db, tags, log }: PullServices, options: Options = {}) {
  if (!tags.isOn) return
  while (!options.signal?.aborted) {
    const due = await db.system((tx) => dueIds(tx, batchSize))
    if (due.length === 0) return
    const pulledAt = new Date()
    const wanted = [...new Set(due.map(({ tag }) => tag))]
    const outcomes = await Promise.allSettled(wanted.map((tag) => tags.readTag(tag)))
    const pulled = new Map<string, PulledTag>()
    const failed = new Map<string, TagServiceError>()
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') pulled.set(wanted[i]!, { data: outcome.value, pulledAt })
      else if (outcome.reason instanceof TagServiceError) failed.set(wanted[i]!, outcome.reason)
      else throw outcome.reason
    }
    const down = [...failed.values()].find((error) => error.isOfService)
    const wrong = due.filter(({ tag }) => failed.get(tag)?.isOfService === false)
    await db.system(async (tx) => {
      const ids = due.filter(({ tag }) => pulled.has(tag)).map(({ id }) => id)
      if (ids.length > 0) await storeTagReadings(tx, ids, pulled)
      if (wrong.length > 0) {
        const failures = wrong.map(({ tag }) => failed.get(tag)!.failure)
        await noteTagFailure(
          tx,
          wrong.map(({ id }) => id),
          failures,
        )
      }
      if (down) await noteServiceFailure(tx, down.failure)
    })
    for (const { tag, id } of wrong) log.warn({ err: failed.get(tag), logisticId: id }, 'temperature tag not readable')
    if (down) throw down
    await options.afterBatch?.()
  }
}
