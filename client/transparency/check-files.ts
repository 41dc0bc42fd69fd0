import { maxArchiveBytes } from '#shared/transparency/archive/proof-archive.ts'
import type { FileFinding } from '#shared/transparency/describe-finding.ts'
import { maxOtsBytes } from '#shared/transparency/ots/read-ots.ts'
import type { Policy } from '#shared/transparency/policy.ts'
import { verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'
import { verifyTimestamp } from '#shared/transparency/verify-timestamp.ts'

/** A file that a person chose. Its bytes are read only if its size is allowed. */
type ChosenFile = {
  name: string
  size: number
}
export type ReadFile = {
  name: string
  bytes: Uint8Array
}

/** Reports have some megabytes. */
const maxStampedBytes = 64 * 1024 * 1024
const isOts = ({ name }: { name: string }): boolean => name.toLowerCase().endsWith('.ots')

/** The finding about files that are not read at all; undefined if they can be read. */
export function refuseUnread(files: readonly ChosenFile[]): FileFinding | undefined {
  const isPair = files.length === 2 && files.filter(isOts).length === 1
  if (!isPair && (files.length !== 1 || isOts(files[0]!))) return { outcome: 'unread', fault: 'alone' }
  const limitOf = (file: ChosenFile) => (!isPair ? maxArchiveBytes : isOts(file) ? maxOtsBytes : maxStampedBytes)
  const large = files.find((file) => file.size > limitOf(file))
  return large && { outcome: 'unread', fault: 'oversized' }
}

/** Checks an archive, or a file .ots beside the file that it is for. */
export function checkFiles(files: readonly ReadFile[], policy: Policy): FileFinding {
  const ots = files.find(isOts)
  const other = files.find((file) => file !== ots)!
  return ots ? verifyTimestamp(ots.bytes, other.bytes) : verifyProofArchive(other.bytes, policy)
}
