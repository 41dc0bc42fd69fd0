import { type OutboxRow, operationOf } from '#client/core/offline/database/database.ts'
import { syncLimits } from '#shared/sync/limits.ts'

/** Upper limits in bytes: of a request without its operations, and of the hash that is added to each operation. */
export const envelopeBytes = 1024
const hashBytes = 80
const encoder = new TextEncoder()

export const operationBytes = (row: OutboxRow): number =>
  encoder.encode(JSON.stringify(operationOf(row))).length + hashBytes

/** Whether no push can contain the operation, so that its text must be uploaded as a file. */
export const isLargeOperation = (row: OutboxRow): boolean => envelopeBytes + operationBytes(row) > syncLimits.pushBytes
