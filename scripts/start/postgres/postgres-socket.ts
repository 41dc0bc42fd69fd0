import { chownSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { socketFolder } from '#scripts/start/socket-folder.ts'

/** Part of the name of the socket file. Each PostgreSQL has a folder of its own, so all of them can have the usual number. */
const port = 5432
const socketName = `.s.PGSQL.${port}`

type Login = { user: string; password: string; database: string }
type PostgresSocket = {
  port: number
  flags: string[]
  /** Lets the user who owns the data create the socket. Removes what a killed server has left. */
  prepare(): void
  url(login: Login): string
  remove(): void
}

/**
 * The address of a PostgreSQL that only processes of this machine and user need: a socket file beside its data, no port that
 * another program could take first.
 */
export function postgresSocket(dir: string): PostgresSocket {
  const { folder, remove } = socketFolder(dir, socketName)
  return {
    port,
    flags: ['-c', 'listen_addresses=', '-c', `unix_socket_directories="${folder.replaceAll('"', '""')}"`],
    prepare() {
      const { uid, gid } = statSync(dir)
      if (folder !== dir) chownSync(folder, uid, gid)
      // PostgreSQL would not start if another process has the number that the lock file of a killed one names.
      rmSync(join(folder, `${socketName}.lock`), { force: true })
    },
    // `host` as a parameter, because not every client accepts a path as the host of a URL.
    url: ({ user, password, database }) =>
      `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`,
    remove,
  }
}
