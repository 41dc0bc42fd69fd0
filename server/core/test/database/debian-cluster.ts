import { execFile } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTestFolder } from '#scripts/test/test-folder.ts'

const run = promisify(execFile)
const root = '/usr/lib/postgresql'
const programs = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'] as const

/** The newest PostgreSQL of Debian with server and client programs; the one that npm installs has no pg_dump. */
export const debianPostgres: string | undefined = (existsSync(root) ? readdirSync(root) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(root, version, 'bin'))
  .find((folder) => programs.every((program) => existsSync(join(folder, program))))

/** A cluster that listens on a socket file only. All logins are accepted without a password. */
export async function startDebianCluster() {
  const folder = makeTestFolder('assay-debian-')
  const [data, sockets] = [join(folder, 'data'), join(folder, 'sockets')]
  const call = async (program: (typeof programs)[number], ...words: string[]) => {
    const file = join(debianPostgres!, program)
    // PostgreSQL does not run as root.
    return process.getuid?.() === 0 ? run('runuser', ['-u', 'postgres', '--', file, ...words]) : run(file, words)
  }
  await run('mkdir', ['-p', data, sockets])
  if (process.getuid?.() === 0) {
    const [uid, gid] = (await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))).map(
      ({ stdout }) => Number(stdout),
    )
    for (const one of [folder, data, sockets]) chownSync(one, uid!, gid!)
  }
  await call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
  const options = `-c listen_addresses= -c unix_socket_directories=${sockets} -c fsync=off -c max_connections=100`
  await call('pg_ctl', 'start', '-w', '-D', data, '-o', options, '-l', join(folder, 'log'))
  return {
    url: (login: string, database: string) =>
      `postgres://${login}@localhost/${database}?host=${encodeURIComponent(sockets)}`,
    dump: (...words: string[]) => run(join(debianPostgres!, 'pg_dump'), words),
    restore: (...words: string[]) => run(join(debianPostgres!, 'pg_restore'), words),
    folder,
    async remove() {
      await call('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data)
      await run('rm', ['-rf', folder])
    },
  }
}
