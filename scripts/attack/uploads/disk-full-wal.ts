import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startOtherServer } from '#scripts/attack/setup/other-server.ts'
import { boundedFinding, type Probe, type ProbeFinding, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { fillDisk, pathSeenBy, requireSmallDisks, smallDiskCommand } from '#scripts/attack/setup/small-disk.ts'
import type { Target } from '#scripts/attack/setup/target.ts'
import { createScannablePaths } from '#scripts/bench/setup/pending-codes.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { environment, startDatabase, type TestSystem } from '#scripts/bench/setup/test-system.ts'
import { seed } from '#scripts/seed.ts'
import { type Child, firstMessage } from '#scripts/start/child-process.ts'
import { loadSecrets } from '#scripts/start/secrets.ts'
import { loadConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { withDatabaseName } from '#server/core/test/database/run-statement.ts'

/** Space for the log that the start writes, and for the file that fills the disk. */
const diskMb = 256
const fillMs = 60_000
const fullMs = 12_000
const backMs = 60_000
const paceMs = 100

/**
 * The disk of PostgreSQL's write-ahead log fills up: PostgreSQL panics and cannot recover. Every call is answered with
 * 200 or 503, and once there is space everything continues automatically, without loss of acknowledged data.
 */
export const diskFullWal: Probe = async (): Promise<readonly ProbeFinding[]> => {
  requireSmallDisks()
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-wal-'))
  const ends: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  try {
    return await judge(dataDir, ends)
  } finally {
    for (let end = ends.pop(); end; end = ends.pop()) await end()
  }
}

async function judge(dataDir: string, ends: (() => unknown)[]): Promise<readonly ProbeFinding[]> {
  chmodSync(dataDir, 0o711)
  const secrets = loadSecrets(dataDir)
  const path = await prepareDatabase(dataDir)
  const log = join(dataDir, 'postgres', 'pg_wal')
  const keeper = startDatabase(dataDir, secrets, smallDiskCommand(log, diskMb))
  ends.push(keeper.stop)
  const { url } = await firstMessage<{ url: string }>(keeper)
  const { server, call } = await startOtherServer(environment(dataDir, url, secrets), {})
  ends.push(server.stop)
  const calls = await startCalls({ server, call }, path)
  ends.push(calls.stop)

  const filler = join(pathSeenBy(keeper.process.pid!, log), 'filler')
  await fill(
    filler,
    withDatabaseName(url, 'assay', { username: 'postgres', password: secrets.superuserPassword }),
    calls,
  )
  await pause(fullMs)
  rmSync(filler)
  const freed = performance.now()
  while (performance.now() - freed < backMs && !(await calls.works())) await pause(250)
  const seconds = (performance.now() - freed) / 1000
  await calls.stop()
  const { odd, asked, refused, lost } = await calls.judged()
  return [
    zeroFinding(
      odd,
      asked,
      `calls answered otherwise than 200 or 503 (${refused} × 503) while the log's disk was full`,
    ),
    zeroFinding(lost, asked, 'acknowledged writes are lost'),
    boundedFinding(
      refused > 0 ? seconds : Number.POSITIVE_INFINITY,
      backMs / 1000,
      's',
      'everything continues once there is space after ',
    ),
  ]
}

/** Starts a PostgreSQL with the demo merchant and an active code. The caller stops it. */
async function prepareDatabase(dataDir: string): Promise<string> {
  const secrets = loadSecrets(dataDir)
  const keeper: Child = startDatabase(dataDir, secrets)
  try {
    const { url } = await firstMessage<{ url: string }>(keeper)
    const env = environment(dataDir, url, secrets)
    await migrate(url)
    await seed(env)
    const db = openDatabase(loadConfig(env))
    try {
      return (await createScannablePaths({ env, db } as TestSystem, 1))[0]!
    } finally {
      await db.close()
    }
  } finally {
    await keeper.stop()
  }
}

/** Fills the disk except for a little, and writes log until there is no space. */
async function fill(filler: string, superuserUrl: string, calls: Calls): Promise<void> {
  fillDisk(filler, 0)
  const client = new pg.Client({ connectionString: superuserUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const end = Date.now() + fillMs; Date.now() < end && calls.refused() === 0; )
      await client.query("select pg_logical_emit_message(true, 'attack', repeat('x', 1000000))")
  } catch {
    // The server has stopped, which is the intended state.
  }
  await client.end().catch(() => {})
}

type Calls = Awaited<ReturnType<typeof startCalls>>

/** Sends scans and creates forms of the merchant, in turn, until stopped. */
async function startCalls({ server, call }: Pick<Target, 'server' | 'call'>, path: string) {
  const { headers } = await createSignedInClient(server)
  const odd: string[] = []
  const written: string[] = []
  let [asked, refused, running, worked] = [0, 0, true, 0]
  const write = async (n: number) => {
    const name = `Written ${n}`
    const own = { 'content-type': 'application/json', ...headers }
    const answer = await call('/api/form', { method: 'POST', headers: own, body: JSON.stringify({ name }) })
    if (answer.status === 200) written.push(name)
    return answer
  }
  const loop = (async () => {
    for (let n = 0; running; n++) {
      const answer = await (n % 2 ? call(path, { headers }) : write(n))
      const text = await answer.text()
      asked++
      worked = answer.status === 200 ? worked + 1 : 0
      if (answer.status === 503) refused++
      else if (answer.status !== 200) odd.push(`${n % 2 ? 'scan' : 'write'} ${answer.status} ${text.slice(0, 120)}`)
      if (answer.status === 503 && !answer.headers.get('retry-after')) odd.push('a 503 without Retry-After')
      await pause(paceMs)
    }
  })()
  loop.catch((error: Error) => odd.push(String(error)))
  return {
    refused: () => refused,
    /** Ten calls of both kinds in a row. */
    works: async () => worked >= 10,
    async stop() {
      running = false
      await loop.catch(() => {})
    },
    async judged() {
      const answer = await call('/api/form?limit=100', { headers })
      const text = await answer.text()
      if (answer.status !== 200 || written.length > 90) throw new Error(`The forms cannot be read: ${answer.status}`)
      const lost = written.filter((name) => !text.includes(`"${name}"`))
      return { odd, asked, refused, lost }
    },
  }
}
