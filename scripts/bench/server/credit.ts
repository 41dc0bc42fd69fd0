import { randomUUID } from 'node:crypto'
import { demoProduct, grantCodes } from '#scripts/bench/setup/demo-orders.ts'
import { type BenchEffort, type BenchResult, compareSides, runInterleaved } from '#scripts/bench/setup/measure.ts'
import { transactionsPerSecond } from '#scripts/bench/setup/pgbench.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { debit, debitForOrder } from '#server/billing/service.ts'
import { loadConfig } from '#server/core/config.ts'
import { openDatabase, type Tx } from '#server/core/db/database.ts'

const clients = 20
const plenty = 100_000_000

/**
 * Debits a second of 20 connections on one wallet, each in its own transaction, against pgbench with the same statement, role
 * and wallet. The wallet's row lock lets one of them pass at a time, in both cases.
 */
export async function credit(stage: TestSystem, { rounds, duration }: BenchEffort): Promise<BenchResult> {
  return stage.scratch(async ({ databaseUrl }) => {
    // Half of the connections are for autocommit.
    const own = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: String(2 * clients) }
    const db = openDatabase(loadConfig({ ...stage.env, ...own }))
    try {
      const { merchantId } = await demoProduct(db)
      await grantCodes(db, merchantId, plenty)
      const ours = async () => {
        let debits = 0
        const startedAt = performance.now()
        const end = startedAt + duration * 1000
        await Promise.all(
          Array.from({ length: clients }, async () => {
            for (; performance.now() < end; debits++) {
              await debitForOrder(db.read, { merchantId, orderId: randomUUID(), quantity: 1 })
            }
          }),
        )
        return debits / ((performance.now() - startedAt) / 1000)
      }
      const script = scriptOf(db.read, merchantId)
      const options = '-c role=app_system'
      const floor = async () =>
        transactionsPerSecond(databaseUrl, { script, mode: 'prepared', clients, duration, options })
      const measured = await runInterleaved(rounds, ours, floor)
      return { ...compareSides({ name: 'credit', unit: 'debits/s', rounds }, measured), clients }
    } finally {
      await db.close()
    }
  })
}

/** The statement of the server itself, so that both sides always run the same one. */
function scriptOf(tx: Tx, merchantId: string): string {
  const drawn = randomUUID()
  const { sql: text, params } = debit(tx, { merchantId, orderId: drawn, quantity: 1 }).toSQL()
  const literal = (param: unknown) => (param === drawn ? 'gen_random_uuid()' : `'${param}'`)
  const statement = text.replaceAll(/\$(\d+)/g, (_, place) => literal(params[Number(place) - 1]))
  return `${statement.replaceAll(/\s+/g, ' ')};\n`
}
