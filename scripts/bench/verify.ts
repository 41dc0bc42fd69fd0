import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { codePaths } from './codes.ts'
import { answersPerSecond } from './load.ts'
import { type Effort, interleaved, type Result, round } from './measure.ts'
import { transactionsPerSecond } from './pgbench.ts'
import type { Stage } from './stage.ts'

const clients = 8

/** Scans with the scan on disk before the answer, against prepared single-row selects by pgbench with 8 clients. */
export async function verify(stage: Stage, { rounds, duration }: Effort): Promise<Result> {
  const { url } = await stage.web()
  const paths = await codePaths(stage)
  const { rows } = await stage.db.read.execute<{ id: string }>(sql`select address as id from code limit 1`)
  const script = `select * from code where address = '${rows[0]!.id}';\n`
  // The first measurement of a process warms it up and is thrown away.
  await answersPerSecond(url, paths, 1)
  const measured = await interleaved(
    rounds,
    () => answersPerSecond(url, paths, duration),
    async () => transactionsPerSecond(stage.superuserUrl, { script, mode: 'prepared', clients, duration }),
  )
  return report('verify', measured, rounds)
}

/** The same scans against a bare Fastify route that answers as many bytes. */
export async function verifyHttp(stage: Stage, { rounds, duration }: Effort): Promise<Result> {
  const { url } = await stage.web()
  const paths = await codePaths(stage)
  const size = (await (await fetch(url + paths[0])).text()).length
  const bare = Fastify()
  const body = JSON.stringify({ text: 'x'.repeat(size - '{"text":""}'.length) })
  bare.get('/api/tag/verify', (_, reply) => reply.type('application/json').send(body))
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 })
  try {
    await answersPerSecond(url, paths, 1)
    await answersPerSecond(bareUrl, paths, 1)
    const measured = await interleaved(
      rounds,
      () => answersPerSecond(url, paths, duration),
      () => answersPerSecond(bareUrl, paths, duration),
    )
    return { ...report('verify-http', measured, rounds), bytes: size }
  } finally {
    await bare.close()
  }
}

function report(name: string, { ours, floor }: { ours: number; floor: number }, rounds: number): Result {
  return { name, ours: round(ours, 0), floor: round(floor, 0), ratio: round(ours / floor), unit: 'answers/s', rounds }
}
