import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/** Replaces a file as a whole: after a crash at any moment it has the old or the new text, and the new one is on the disk. */
export function replaceFile(file: string, text: string, mode = 0o600): void {
  const unfinished = `${file}.new`
  const handle = openSync(unfinished, 'w', 0o600)
  try {
    writeFileSync(handle, text)
    fchmodSync(handle, mode)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(unfinished, file)
}
