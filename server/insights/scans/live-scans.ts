import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import type { Services } from '#server/core/services.ts'
import { byPeople } from '#server/scan/table.ts'

/** How long one call is valid; the console repeats it. */
const watchMs = 30_000
/** Screens show a scan two seconds after it was stored at the latest. */
const pollMs = 800
/** Scans are committed after their time, so each search covers more than the time since the last one. */
const overlapSeconds = 5

type LiveScans = { watch(merchantId: string): void; close(): void }

/**
 * Polls for new scans of the merchants with open streams, and sends an event to these streams. A scan itself sends no event, so that
 * shoppers do not wait for it. Without open streams, there is no poll.
 */
export function openLiveScans({ db, events, log }: Pick<Services, 'db' | 'events' | 'log'>): LiveScans {
  const watched = new Map<string, { until: number; seen: string | undefined }>()
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    const now = Date.now()
    for (const [id, { until }] of watched) if (until < now) watched.delete(id)
    if (watched.size > 0) {
      try {
        await publishNewScans()
      } catch (error) {
        log.warn({ err: error }, 'live scans could not be read')
      }
    }
    timer = watched.size > 0 ? setTimeout(poll, pollMs) : undefined
  }

  async function publishNewScans(): Promise<void> {
    const { rows } = await db.read.execute<{ id: string; scans: number; latest: string }>(sql`
      select merchant_id as id, count(*)::int as scans, max(at)::text as latest from scan
      where at > now() - make_interval(secs => ${overlapSeconds}) and merchant_id = any(${uuidArray([...watched.keys()])}) and ${byPeople}
      group by 1`)
    for (const { id, scans, latest } of rows) {
      const merchant = watched.get(id)
      if (!merchant || merchant.seen === latest) continue
      merchant.seen = latest
      await events.publish(null, merchantChannel(id), 'scans', { scans })
    }
  }

  return {
    watch(merchantId) {
      watched.set(merchantId, { until: Date.now() + watchMs, seen: watched.get(merchantId)?.seen })
      timer ??= setTimeout(poll, pollMs)
    },
    close() {
      watched.clear()
      clearTimeout(timer)
    },
  }
}
