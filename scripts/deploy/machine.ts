import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { postgresSettings, thisMachine } from '#scripts/start/postgres/postgres-settings.ts'

/** A program of the machine did not do what it was called for. */
export class MachineError extends Error {}

function run(file: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', input })
  if (status !== 0) throw new MachineError(`${file} failed: ${error?.message ?? stderr.trim()}`)
  return stdout.trim()
}

const isThere = (file: string, args: readonly string[]) => spawnSync(file, args).status === 0

/** Creates the users of the processes, if they do not exist. The signer has one of its own, so that no other process reads its keys. */
export function createUsers(): void {
  for (const [name, group] of [
    ['assay', '--user-group'],
    ['assay-signer', '--gid=assay'],
  ] as const) {
    if (isThere('id', ['--user', name])) continue
    run('useradd', ['--system', group, '--home-dir=/nonexistent', '--shell=/usr/sbin/nologin', name])
  }
}

const asSuperuser = (sql: string) =>
  run('runuser', ['-u', 'postgres', '--', 'psql', '--no-psqlrc', '-tA', '-v', 'ON_ERROR_STOP=1'], sql)

/**
 * Creates login and database in the PostgreSQL of this machine, sets what its defaults have too small, and returns the URL. A login that
 * exists gets a new password.
 */
export function createDatabase(): string {
  const password = randomBytes(24).toString('hex')
  const exists = asSuperuser("select 1 from pg_roles where rolname = 'assay'") === '1'
  asSuperuser(`${exists ? 'alter' : 'create'} role assay login nosuperuser createrole password '${password}'`)
  if (asSuperuser("select 1 from pg_database where datname = 'assay'") !== '1')
    asSuperuser('create database assay owner assay')
  const folder = asSuperuser('show data_directory')
  for (const [name, value] of Object.entries(postgresSettings(thisMachine(folder))))
    asSuperuser(`alter system set ${name} = '${value}'`)
  return `postgres://assay:${password}@127.0.0.1:${asSuperuser('show port')}/assay`
}
