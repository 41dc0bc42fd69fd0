import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Unavailable } from './probe.ts'

/**
 * The words before a program that give it a disk of its own, which only it and its children see and which is gone with them:
 * a tmpfs in a mount namespace. What the folder held before is there too. For root, and where users may make namespaces.
 *
 * @param megabytes the disk's size
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
    // With the owner and the rights that the folder has.
    'cp -a "$kept/." "$0/"',
    'rm -rf "$kept"',
    'exec "$@"',
  ]
  return [...enter, 'sh', '-c', script.join('\n'), folder, ...back]
}

/** @throws Unavailable where this user may not mount anything */
export function requireSmallDisks(): void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-disk-'))
  const [program, ...words] = [...smallDiskCommand(folder, 1), 'true']
  const { status } = spawnSync(program!, words)
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) throw new Unavailable('needs root, or a user who may make namespaces')
}

/** Takes all the space of a disk but so many kB, with a file that gives it back when it is removed. */
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

/** The same folder as the process sees it. */
export const pathSeenBy = (pid: number, folder: string): string => join(`/proc/${pid}/root`, folder)
