import { type BenchEffort, type BenchResult, compareSides, runInterleaved } from '#scripts/bench/setup/measure.ts'
import { createScannablePaths } from '#scripts/bench/setup/pending-codes.ts'
import { fillPgbench, transactionsPerSecond } from '#scripts/bench/setup/pgbench.ts'
import { createShopperLoad } from '#scripts/bench/setup/shopper-load.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { firstMessage, startChild } from '#scripts/start/child-process.ts'

const clients = 8
/** Seconds of load before the first measurement: V8 compiles for about six. */
const warmUp = 8

/** Scans with the scan on disk before the response, against pgbench's prepared single-row selects with 8 clients. */
export async function verify(stage: TestSystem, { rounds, duration, scanned }: BenchEffort): Promise<BenchResult> {
  const { url } = await stage.web()
  const ask = createShopperLoad(await createScannablePaths(stage, scanned))
  return stage.scratch(async ({ databaseUrl, superuser }) => {
    fillPgbench(databaseUrl)
    // The rows of the preparation are on the disk before the measurement. After a checkpoint, the first change of each page
    // writes the whole page to the WAL. The load before the measurement includes these first changes, as on a server that has
    // run for minutes.
    await superuser.query('checkpoint')
    await ask(url, warmUp)
    const measured = await runInterleaved(
      rounds,
      () => ask(url, duration),
      async () => transactionsPerSecond(databaseUrl, { mode: 'prepared', clients, duration }),
    )
    return { ...compareSides({ name: 'verify', unit: 'answers/s', rounds }, measured), codes: scanned }
  })
}

/** The same scans against a bare Fastify route that answers as many bytes. */
export async function verifyHttp(stage: TestSystem, { rounds, duration, scanned }: BenchEffort): Promise<BenchResult> {
  const { url } = await stage.web()
  const paths = await createScannablePaths(stage, scanned)
  const { length } = await (await fetch(url + paths[0])).text()
  const ask = createShopperLoad(paths)
  const env = { ...stage.env, BYTES: String(length) }
  const bare = startChild('The bare server', 'scripts/bench/setup/baseline-server.ts', { env })
  try {
    const bareUrl = await firstMessage<string>(bare)
    await ask(url, warmUp)
    await ask(bareUrl, warmUp)
    const measured = await runInterleaved(
      rounds,
      () => ask(url, duration),
      () => ask(bareUrl, duration),
    )
    const result = compareSides({ name: 'verify-http', unit: 'answers/s', rounds }, measured)
    return { ...result, bytes: length, codes: scanned }
  } finally {
    await bare.stop()
  }
}
