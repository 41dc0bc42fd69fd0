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

/** Photos and documents that are checked with an archive. */
const maxNamedFiles = 20
const isArchive = ({ name }: { name: string }): boolean => name.toLowerCase().endsWith('.zip')

/** The finding about files that are not read at all; undefined if they can be read. */
export function refuseUnread(files: readonly ChosenFile[]): FileFinding | undefined {
  const isPair = files.length === 2 && files.filter(isOts).length === 1
  const isOne = files.length === 1 && !isOts(files[0]!)
  const isWithFiles = files.length <= maxNamedFiles + 1 && files.filter(isArchive).length === 1 && !files.some(isOts)
  if (!isPair && !isOne && !isWithFiles) return { outcome: 'unread', fault: 'alone' }
  const limitOf = (file: ChosenFile) => {
    if (isOts(file)) return maxOtsBytes
    return isOne || (!isPair && isArchive(file)) ? maxArchiveBytes : maxStampedBytes
  }
  const large = files.find((file) => file.size > limitOf(file))
  return large && { outcome: 'unread', fault: 'oversized' }
}

/** Checks an archive, alone or with files that it names, or a file .ots beside the file that it is for. */
export function checkFiles(files: readonly ReadFile[], policy: Policy): FileFinding {
  const ots = files.find(isOts)
  if (ots) return verifyTimestamp(ots.bytes, files.find((file) => file !== ots)!.bytes)
  const archive = files.find(isArchive) ?? files[0]!
  return verifyProofArchive(
    archive.bytes,
    policy,
    files.filter((file) => file !== archive),
  )
}
