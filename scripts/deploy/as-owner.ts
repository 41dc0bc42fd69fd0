import { statSync } from 'node:fs'

/**
 * Goes on as the user who owns a folder, if this process runs as root. A check writes into the store of files, and what root creates there
 * would be closed to the processes; it also shows whether their user may connect to the signer.
 */
export function continueAsOwner(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  if (!uid || gid === undefined) return
  process.setgroups!([gid])
  process.setgid!(gid)
  process.setuid!(uid)
}
