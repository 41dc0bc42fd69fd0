import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from '#scripts/tool/processes.ts'

/** The file system in memory that Linux offers to all programs. Containers often have only 64 MB of it. */
const memoryDisk = '/dev/shm'
/** What the database of a whole run, two Assays and the programs beside them need (bytes). */
const needed = { disk: 6 * 1024 ** 3, memory: 8 * 1024 ** 3 }
const abandonedMs = 3_600_000

/**
 * Creates a folder for the database of a test. It is in memory where the machine has enough of it: a database has 900 files,
 * and ext4 takes a second to create and delete them after others were deleted, which is longer than most tests. A crash of a
 * process loses nothing in memory.
 */
export function makeTestFolder(prefix: string): string {
  if (!hasMemoryDisk()) return mkdtempSync(join(tmpdir(), prefix))
  removeAbandoned(memoryDisk, prefix)
  return mkdtempSync(join(memoryDisk, `${prefix}${process.pid}-`))
}

function hasMemoryDisk(): boolean {
  try {
    accessSync(memoryDisk, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize >= needed.disk && process.availableMemory() >= needed.memory
  } catch {
    return false
  }
}

/** A killed run leaves its folder behind, and here it would keep memory until the machine is restarted. */
export function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(prefix))) {
    const [pid] = name.slice(prefix.length).split('-')
    const folder = join(parent, name)
    const { uid, mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    // All users of the machine share the parent. A folder of another user cannot be removed.
    if (uid !== process.getuid?.() || mtimeMs === undefined) continue
    const isOld = Date.now() - mtimeMs > abandonedMs
    if (isOld && commandLine(Number(pid)) === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
