import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { codePaths } from './codes.ts'
import { answersPerSecond } from './load.ts'
import { interleaved, type Result, round } from './measure.ts'
import type { Stage } from './stage.ts'

/** Seconds of one measurement; the first of a process warms it up and is thrown away. */
const duration = 3

/** Scans with the scan on disk before the answer, against prepared single-row selects by pgbench with 8 clients. */
export async function verify(stage: Stage, rounds: number): Promise<Result> {
  const { url } = await stage.web()
  const paths = await codePaths(stage)
  await answersPerSecond(url, paths, 1)
  const measured = await interleaved(
    rounds,
    () => answersPerSecond(url, paths, duration),
    async () => selectsPerSecond(stage),
  )
  return report('verify', measured, rounds)
}

/** The same scans against a bare Fastify route that answers as many bytes. */
export async function verifyHttp(stage: Stage, rounds: number): Promise<Result> {
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

async function selectsPerSecond(stage: Stage): Promise<number> {
  const script = join(tmpdir(), `assay-bench-${process.pid}.sql`)
  const url = new URL(stage.superuserUrl)
  const { rows } = await stage.db.read.execute<{ id: string }>(sql`select address as id from code limit 1`)
  writeFileSync(script, `select * from code where address = '${rows[0]!.id}';\n`)
  try {
    const args = ['-n', '-M', 'prepared', '-c', '8', '-j', '1', '-T', String(duration), '-f', script]
    const connection = ['-h', url.hostname, '-p', url.port, '-U', url.username, 'assay']
    const env = { ...process.env, PGPASSWORD: url.password }
    const said = execFileSync('pgbench', [...args, ...connection], { encoding: 'utf8', env })
    return Number(/tps = ([\d.]+)/.exec(said)![1])
  } finally {
    rmSync(script, { force: true })
  }
}
