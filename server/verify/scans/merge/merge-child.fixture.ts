import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/core/db/database.ts'
import { mergeVisits } from './merge-visits.ts'

/** Starts and merges runs of a database without end as a process of its own, for a test that kills it. */
const [databaseUrl] = process.argv.slice(2)
const db = openDatabase({ databaseUrl: databaseUrl!, databaseConnections: 2 })
const work = {
  signal: new AbortController().signal,
  async heartbeat() {
    process.send!('chunk')
    await pause(2)
  },
}
for (;;) {
  await mergeVisits(db, work, { runBytes: 1, mergedRuns: 2, chunk: 3 })
  await pause(5)
}
