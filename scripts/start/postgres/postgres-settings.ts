import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** Bytes of memory that this process may use, and free bytes on the disk of the database. */
type Machine = { memory: number; freeDisk: number }

/**
 * PostgreSQL settings for a machine that also runs Assay itself. The defaults of PostgreSQL are made for 128 MB of
 * memory and a spinning disk.
 *
 * - `shared_buffers`: an eighth of the memory. A quarter is usual where PostgreSQL has the machine for itself
 *   (https://www.postgresql.org/docs/18/runtime-config-resource.html).
 * - `max_wal_size` and `checkpoint_timeout`: the first change of a page after a checkpoint writes the whole page to the
 *   WAL, so frequent checkpoints multiply the WAL of scattered writes.
 */
export function postgresSettings({ memory, freeDisk }: Machine): Record<string, string> {
  return {
    shared_buffers: size(memory / 8, 128 * mebibyte, 8 * gibibyte),
    effective_cache_size: size(memory / 2, 256 * mebibyte, 64 * gibibyte),
    maintenance_work_mem: size(memory / 32, 64 * mebibyte, gibibyte),
    max_wal_size: size(freeDisk / 20, gibibyte, 8 * gibibyte),
    checkpoint_timeout: '15min',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
  }
}

export function thisMachine(folder: string): Machine {
  const { bavail, bsize } = statfsSync(folder)
  // A container may use less than the machine has; without a limit the kernel reports a number above every memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return { memory, freeDisk: bavail * bsize }
}

const size = (wanted: number, least: number, most: number): string =>
  `${Math.floor(Math.min(most, Math.max(least, wanted)) / mebibyte)}MB`
