import { connectSigner } from '#server/anchoring/service.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { integrate } from '#server/transparency/integrate.ts'
import { openLog, signHead } from '#server/transparency/sign-head.ts'

/** The log of a worker as a process that a test kills. */
const { DATABASE_URL, SIGNER_SOCKET, LOG_ORIGIN } = process.env
const db = openDatabase({ databaseUrl: DATABASE_URL!, databaseConnections: 3 })
const signer = connectSigner(SIGNER_SOCKET!)
const key = await openLog(db, signer, { logOrigin: LOG_ORIGIN, publicUrl: 'http://localhost:3000' })
process.stdout.write('running\n')
for (;;) {
  await db.system(integrate)
  await signHead(db, signer, key)
}
