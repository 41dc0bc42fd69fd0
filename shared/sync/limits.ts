const kB = 1024

/** Limits of the sync protocol: counts, and bytes of JSON before compression. */
export const syncLimits = {
  protocol: 1,
  pushOps: 500,
  pushBytes: 512 * kB,
  pullRows: 1000,
  pullBytes: 1024 * kB,
  chunkBytes: 256 * kB,
  blobBytes: 10 * 1024 * kB,
  patchFields: 1000,
} as const
