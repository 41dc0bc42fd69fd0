import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SocketFolder = { folder: string; remove(): void }

/** The limit for paths of Unix sockets is 108 bytes on Linux and 104 on macOS. */
const longestPath = 100

/** The wanted folder for a Unix socket, or a new one with a short path if the path of the socket would be too long. */
export function socketFolder(wanted: string, socket: string): SocketFolder {
  // PostgreSQL and its clients read a comma as the end of a folder.
  const isUsable = (folder: string) => Buffer.byteLength(join(folder, socket)) <= longestPath && !folder.includes(',')
  if (isUsable(wanted)) return { folder: wanted, remove() {} }
  const parent = isUsable(join(tmpdir(), 'assay-xxxxxx')) ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(parent, 'assay-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
