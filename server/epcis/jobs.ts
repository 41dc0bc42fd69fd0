import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { subjectTypes } from './record/drafts.ts'
import { recordSubject } from './record/record.ts'
import { beginSearch, endSearch, findUnrecorded } from './record/unrecorded.ts'

/** Writes the events of what has happened to a subject. */
export const recordEvents = defineJob({
  name: 'epcis.record',
  schema: z.object({ merchantId: z.uuid(), type: z.enum(subjectTypes), id: z.uuid() }),
  run: (subject, { services, signal, heartbeat }) => recordSubject(services, subject, { signal, heartbeat }),
})

/**
 * Every ten minutes: the days of temperature logs that are over, and what was done before an upgrade or handled by a process of the
 * former version. It looks at what changed since its last complete search only.
 */
export const recordEarlierEvents = defineJob({
  name: 'epcis.record-earlier',
  schema: z.object({}),
  cron: '*/10 * * * *',
  async run(_, { services, signal, heartbeat }) {
    for (const type of subjectTypes) {
      const search = await services.db.system((tx) => beginSearch(tx, type))
      let after: string | undefined
      do {
        signal.throwIfAborted()
        const found = await services.db.system((tx) => findUnrecorded(tx, search, after))
        for (const subject of found) {
          await recordSubject(services, subject, { signal, heartbeat })
          await heartbeat()
        }
        after = found.at(-1)?.id
      } while (after !== undefined)
      await services.db.system((tx) => endSearch(tx, search))
    }
  },
})
