import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installedTool, type Tool } from '#scripts/tool/tool.ts'

const debianRoot = 'usr/lib/postgresql'
const clusterSettings = '/etc/postgresql-common/createcluster.conf'

const pgbench: Tool = {
  name: 'pgbench',
  packages: { debian: 'postgresql-contrib', homebrew: 'postgresql' },
  /** Debian keeps the programs of each version beside the PATH. */
  folders(root) {
    const folder = join(root, debianRoot)
    const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : []
    return versions.map((version) => join(folder, version, 'bin'))
  },
  /** The package contains the server, which would create a cluster of its own. */
  prepare() {
    mkdirSync(dirname(clusterSettings), { recursive: true })
    if (!existsSync(clusterSettings)) writeFileSync(clusterSettings, 'create_main_cluster = false\n')
  },
}

type Pgbench = {
  /** Its own select of one row by its key (`-S`) where absent; then the database needs `fillPgbench`. */
  script?: string
  mode: 'simple' | 'prepared'
  clients: number
  /** Whole seconds. */
  duration: number
  /** Settings of every connection. */
  options?: string
}

/** Writes the tables that pgbench's own scripts use, 100,000 accounts. */
export function fillPgbench(databaseUrl: string): void {
  run(databaseUrl, ['-i', '-q'])
}

/** Transactions per second of a script, on one thread. Throws if a transaction failed. */
export function transactionsPerSecond(databaseUrl: string, asked: Pgbench): number {
  const { script, mode, clients, duration, options } = asked
  const folder = mkdtempSync(join(tmpdir(), 'assay-pgbench-'))
  const file = join(folder, 'script.sql')
  if (script) writeFileSync(file, script)
  try {
    const args = ['-n', '-M', mode, '-c', String(clients), '-j', '1', '-T', String(duration)]
    const output = run(databaseUrl, [...args, ...(script ? ['-f', file] : ['-S'])], options)
    const failed = Number(/failed transactions: (\d+)/.exec(output)?.[1] ?? 0)
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
    if (failed > 0 || !(rate > 0)) throw new Error(`pgbench did not finish its transactions:\n${output}`)
    return rate
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs pgbench on a database. Returns its output. */
function run(databaseUrl: string, args: readonly string[], options = ''): string {
  const url = new URL(databaseUrl)
  const program = installedTool(pgbench)
  // Not as an argument, which every user of this machine can read.
  const env = { ...program.env, PGPASSWORD: url.password, PGOPTIONS: options }
  url.password = ''
  return execFileSync(program.file, [...args, url.href], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
