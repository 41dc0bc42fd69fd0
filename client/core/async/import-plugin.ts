import { join } from 'node:path'
import type { ModulePreloadOptions, Plugin } from 'vite'

const helper = join(import.meta.dirname, 'import-with-files.ts')

/** The files of each `import()`, also of a chunk that imports nothing, which Vite leaves out. */
export const importedFiles: ModulePreloadOptions = {
  // Browsers without module preloading load the modules of the first page a little later.
  polyfill: false,
  resolveDependencies: (file, files, { hostType }) => (hostType === 'js' && files.length === 0 ? [file] : files),
}

/** Puts `importWithFiles` around each `import()` of a build, in the place of Vite's own helper (Vite 8). */
export function importPlugin(): Plugin {
  return {
    name: 'import-with-files',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper/ },
      handler: () => `export { importWithFiles as __vitePreload } from ${JSON.stringify(helper)}`,
    },
  }
}
