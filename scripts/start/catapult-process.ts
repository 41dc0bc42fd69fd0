import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startCatapultLedger } from '#scripts/chains/catapult/start.ts'
import { serveParent } from './child-process.ts'

/** The embedded Catapult ledger. It stores its blocks in the data folder. */
await serveParent(async () => {
  const dir = join(process.env.DATA_DIR ?? '.data', 'catapult')
  mkdirSync(dir, { recursive: true })
  const ledger = await startCatapultLedger({ dir, port: 0 })
  return { ready: { url: ledger.url }, close: () => ledger.close() }
})
