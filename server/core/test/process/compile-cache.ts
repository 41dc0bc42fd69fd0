import { join } from 'node:path'

/** A compile cache, because tests start many processes with the same modules. */
export const compileCacheEnv = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/assay-compiled'),
}
