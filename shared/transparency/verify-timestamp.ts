import { sha256Of } from './crypto.ts'
import { type OtsReading, readOts } from './ots/read-ots.ts'

/** An OpenTimestamps file beside the file that it is for, without a log: reports have only these two. */
export type TimestampFinding = {
  outcome: 'timestamp'
  bitcoin: OtsReading
}

export const verifyTimestamp = (ots: Uint8Array, file: Uint8Array): TimestampFinding => ({
  outcome: 'timestamp',
  bitcoin: readOts(ots, sha256Of(file)),
})
