import { mkdirSync } from 'node:fs'
import { startCatapultLedger } from './start.ts'

/** The ledger as a separate program, to try a production configuration without a Catapult node. */
const { DATA_DIR: dir = '.data/catapult', HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env
mkdirSync(dir, { recursive: true })
const { url, close } = await startCatapultLedger({ dir, host, port: Number(port) })
process.stdout.write(`The Catapult ledger answers on ${url}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
