import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/core/db/database.ts'
import { moveOldScans } from './move-old-scans.ts'

/** Moves the scans of a database as a process of its own, for a test that kills it. It waits between two batches. */
const [databaseUrl] = process.argv.slice(2)
const db = openDatabase({ databaseUrl: databaseUrl!, databaseConnections: 2 })
await moveOldScans(db, {
  signal: new AbortController().signal,
  async heartbeat() {
    process.send!('batch')
    await pause(5)
  },
})
await db.close()
