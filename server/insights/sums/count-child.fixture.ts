import { openDatabase } from '#server/core/db/database.ts'
import { countNextScans } from './count-scans.ts'

/** Counts the scans of a database as a process of its own, an hour at a time, for a test that kills it. */
const [databaseUrl] = process.argv.slice(2)
const db = openDatabase({ databaseUrl: databaseUrl!, databaseConnections: 2 })
for (let isDone = false; !isDone; ) {
  ;({ isDone } = await countNextScans(db, 3600))
  process.send!('window')
}
await db.close()
