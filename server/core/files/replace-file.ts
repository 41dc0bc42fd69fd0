import { closeSync, fchmodSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './disk.ts'

type Permissions = {
  mode?: number
  /** The file gets exactly this mode, without the umask. It needs a file system with permissions: exFAT and some mounts have none. */
  isExact?: boolean
}

const unfinishedOf = (file: string) => `${file}.new`

/** Replaces a file as a whole: after a crash at any moment it has the old or the new text, complete. */
export function replaceFile(file: string, text: string, { mode = 0o600, isExact = false }: Permissions = {}): void {
  const unfinished = unfinishedOf(file)
  // The temporary file of a crashed process has the mode of that time, and may be read-only.
  rmSync(unfinished, { force: true })
  const handle = openSync(unfinished, 'w', mode)
  try {
    writeFileSync(handle, text)
    if (isExact && (fstatSync(handle).mode & 0o777) !== mode) fchmodSync(handle, mode)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(unfinished, file)
}

/**
 * The same for a process that serves meanwhile. Resolves when the new text is on the disk under its name. One call at a time for a
 * file.
 */
export async function replaceFileDurably(file: string, text: string): Promise<void> {
  await writeFile(unfinishedOf(file), text, { mode: 0o600, flush: true })
  await rename(unfinishedOf(file), file)
  await syncFolder(dirname(file))
}
