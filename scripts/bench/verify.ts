import { firstMessage, startChild } from '#scripts/start/children.ts'
import { shoppedPaths } from './codes.ts'
import { shoppers } from './load.ts'
import { type Effort, interleaved, type Result, round } from './measure.ts'
import { fillPgbench, transactionsPerSecond } from './pgbench.ts'
import type { Stage } from './stage.ts'

const clients = 8
/** Seconds under load before the first measurement: V8 goes on compiling for about six. */
const warmUp = 8

/** Scans with the scan on disk before the answer, against pgbench's prepared single-row selects with 8 clients. */
export async function verify(stage: Stage, { rounds, duration, scanned }: Effort): Promise<Result> {
  const { url } = await stage.web()
  const ask = shoppers(await shoppedPaths(stage, scanned))
  return stage.scratch(async ({ databaseUrl, superuser }) => {
    fillPgbench(databaseUrl)
    // What was written to make ready is on the disk before anything is measured. Of a page that is changed for the first time
    // after that all is logged: the load before the measurement has that behind it, as has a server that runs for minutes.
    await superuser.query('checkpoint')
    await ask(url, warmUp)
    const measured = await interleaved(
      rounds,
      () => ask(url, duration),
      async () => transactionsPerSecond(databaseUrl, { mode: 'prepared', clients, duration }),
    )
    return { ...report('verify', measured, rounds), codes: scanned }
  })
}

/** The same scans against a bare Fastify route that answers as many bytes. */
export async function verifyHttp(stage: Stage, { rounds, duration, scanned }: Effort): Promise<Result> {
  const { url } = await stage.web()
  const paths = await shoppedPaths(stage, scanned)
  const { length } = await (await fetch(url + paths[0])).text()
  const ask = shoppers(paths)
  const env = { ...stage.env, BYTES: String(length) }
  const bare = startChild('The bare server', 'scripts/bench/bare-server.ts', [], env)
  try {
    const bareUrl = await firstMessage<string>(bare)
    await ask(url, warmUp)
    await ask(bareUrl, warmUp)
    const measured = await interleaved(
      rounds,
      () => ask(url, duration),
      () => ask(bareUrl, duration),
    )
    return { ...report('verify-http', measured, rounds), bytes: length, codes: scanned }
  } finally {
    await bare.stop()
  }
}

function report(name: string, { ours, floor }: { ours: number; floor: number }, rounds: number): Result {
  return { name, ours: round(ours, 0), floor: round(floor, 0), ratio: round(ours / floor), unit: 'answers/s', rounds }
}
