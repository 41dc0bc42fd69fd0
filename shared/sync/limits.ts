import { kilobyte, megabyte } from '#shared/core/limits/limits.ts'

/** Limits of the sync protocol: counts, and bytes of JSON before compression. */
export const syncLimits = {
  protocol: 1,
  pushOps: 500,
  pushBytes: 512 * kilobyte,
  pullRows: 1000,
  pullBytes: 1 * megabyte,
  chunkBytes: 256 * kilobyte,
  blobBytes: 10 * megabyte,
  patchFields: 1000,
  operationFiles: 100,
} as const
