import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const debianRoot = '/usr/lib/postgresql'
const notFound =
  'pgbench is missing. It comes with PostgreSQL, not with Assay: apt-get install postgresql-contrib (Debian, Ubuntu), ' +
  'or brew install postgresql (macOS), and see that it is on the PATH.'

export type Pgbench = {
  script: string
  mode: 'simple' | 'prepared'
  clients: number
  /** Whole seconds. */
  duration: number
  /** Settings of every connection. */
  options?: string
}

/** Transactions per second of a script, on one thread. A transaction that fails spoils the measurement. */
export function transactionsPerSecond(
  databaseUrl: string,
  { script, mode, clients, duration, options }: Pgbench,
): number {
  const file = join(tmpdir(), `assay-bench-${process.pid}.sql`)
  const url = new URL(databaseUrl)
  writeFileSync(file, script)
  try {
    const args = ['-n', '-M', mode, '-c', String(clients), '-j', '1', '-T', String(duration), '-f', file]
    const connection = ['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)]
    const env = { ...process.env, PGPASSWORD: url.password, ...(options && { PGOPTIONS: options }) }
    const said = execFileSync(findPgbench(), [...args, ...connection], { encoding: 'utf8', env })
    const failed = Number(/failed transactions: (\d+)/.exec(said)?.[1] ?? 0)
    if (failed > 0) throw new Error(`pgbench: ${failed} transactions failed`)
    return Number(/tps = ([\d.]+)/.exec(said)![1])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(notFound)
    throw error
  } finally {
    rmSync(file, { force: true })
  }
}

/** The one on the PATH, or the newest that Debian keeps beside it. */
function findPgbench(): string {
  const onPath = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'pgbench')))
  if (onPath || !existsSync(debianRoot)) return 'pgbench'
  const versions = readdirSync(debianRoot).sort((a, b) => Number(b) - Number(a))
  return (
    versions.map((version) => join(debianRoot, version, 'bin/pgbench')).find((file) => existsSync(file)) ?? 'pgbench'
  )
}
