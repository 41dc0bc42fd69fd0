import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveParent } from './children.ts'
import { catapultModule } from './services.ts'

type Ledger = { url: string; close(): Promise<void> }
type Module = { startCatapultLedger(options: { dir: string; port: number }): Promise<Ledger> }

/** The embedded Catapult ledger; it keeps its blocks in the data folder. */
await serveParent(async () => {
  const dir = join(process.env.DATA_DIR ?? '.data', 'catapult')
  mkdirSync(dir, { recursive: true })
  const { startCatapultLedger } = (await import(catapultModule.href)) as Module
  const ledger = await startCatapultLedger({ dir, port: 0 })
  return { ready: { url: ledger.url }, close: () => ledger.close() }
})
