import { join } from 'node:path'

/** Tests start many processes with the same modules: a compile cache, and imports of packages that are resolved once. */
export const startupEnvironment = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/assay-compiled'),
  NODE_OPTIONS: `--import=${new URL('../../process/import-cache.mjs', import.meta.url)}`,
}
