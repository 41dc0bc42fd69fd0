import { join } from 'node:path'

/** Processes that tests start by the dozen find their modules compiled from the second on. */
export const compileCacheEnv = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/assay-compiled'),
}
