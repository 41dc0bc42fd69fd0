import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Unavailable } from './probe.ts'

/**
 * Returns a command prefix that runs a program with a small disk at `folder`, a tmpfs in a mount namespace. Only the program
 * and its children see it, and it disappears with them. It contains a copy of the folder. Requires root, or a user who can
 * create namespaces.
 *
 * @param megabytes size of the disk
 */
export function smallDiskCommand(folder: string, megabytes: number): string[] {
  const asRoot = process.getuid?.() === 0
  const enter = asRoot ? ['unshare', '-m'] : ['unshare', '-r', '-m']
  const back = asRoot ? [] : ['unshare', '-U', `--map-user=${process.getuid!()}`, `--map-group=${process.getgid!()}`]
  const script = [
    'set -e',
    'kept="$(mktemp -d)"',
    'cp -a "$0/." "$kept/"',
    `mount -t tmpfs -o size=${megabytes}m tmpfs "$0"`,
    // With the owner and the permissions of the folder.
    'cp -a "$kept/." "$0/"',
    'rm -rf "$kept"',
    'exec "$@"',
  ]
  return [...enter, 'sh', '-c', script.join('\n'), folder, ...back]
}

/** @throws Unavailable if this user cannot mount a file system */
export function requireSmallDisks(): void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-disk-'))
  const [program, ...words] = [...smallDiskCommand(folder, 1), 'true']
  const { status } = spawnSync(program!, words)
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) throw new Unavailable('needs root, or a user who may make namespaces')
}

/** Fills a disk except for `leftKb` kB with one file. Removing the file frees the space. */
export function fillDisk(file: string, leftKb: number): void {
  const piece = Buffer.alloc(1 << 16)
  let written = 0
  try {
    for (; ; written += piece.length) writeFileSync(file, piece, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  truncateSync(file, written - leftKb * 1024)
}

/** The path of the same folder in the mount namespace of the process. */
export const pathSeenBy = (pid: number, folder: string): string => join(`/proc/${pid}/root`, folder)
