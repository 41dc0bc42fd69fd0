import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { appManifest } from './build/app-manifest.ts'
import { firstFramePlugin } from './build/first-frame/plugin.ts'
import { loadingTierOf } from './build/loading-tiers.ts'
import { themePlugin } from './build/theme.ts'
import { importedFiles, importPlugin } from './core/async/import-plugin.ts'

const root = join(import.meta.dirname, 'app')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

/** Groups files of several screens by the screens that use them, up to a size that is worth a request. */
const shared = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000 }

/** On a busy machine the build would warn about slow plugins. */
const checks = { bundlerTimings: false }

/**
 * The plugin builds the service worker without the log level of this build, and uses an option for a single file that
 * Vite 8 warns about (vite-plugin-pwa 2.0.0).
 */
function buildQuietly(worker: InlineConfig): void {
  const output = { entryFileNames: 'service-worker.mjs', codeSplitting: false }
  worker.logLevel = 'warn'
  worker.build = { ...worker.build, rollupOptions: { ...worker.build?.rollupOptions, checks, output } }
}

/** The build of the console. The verify page has its own. */
export default defineConfig({
  root,
  publicDir: join(root, 'public'),
  plugins: [
    react(),
    importPlugin(),
    themePlugin(),
    firstFramePlugin(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      injectRegister: null,
      manifest: appManifest,
      injectManifest: {
        // The worker caches every screen, even those that were never opened, so that all work without a connection.
        globPatterns: ['**/*.{js,css,html,svg,png,wasm}'],
        // The tiles of an operator need a connection, and most installations have none.
        globIgnores: ['images/screenshot-*', 'assets/tile-map-*', 'assets/maplibre-gl-worker-*'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      integration: { configureCustomSWViteBuild: buildQuietly },
    }),
  ],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    outDir: join(import.meta.dirname, '../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: importedFiles,
    // In kB before compression: the renderer of tiles is the largest. A test checks the compressed size of the first page.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      checks,
      output: {
        // Loading a file takes some milliseconds even from the device. So code that every visit needs is one file, and
        // shared code is in files of a minimum size, in bytes.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        // Grouped files may import each other in a cycle: without this, code could run before its dependencies.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: (id) => !/app\/(index\.html|main\.tsx)/.test(id) },
            { name: loadingTierOf, debugName: 'loading tiers', includeDependenciesRecursively: false },
            // In a separate group. Otherwise a library would load the modules that it is merged with, and all of their
            // imports.
            { name: 'library', test: /node_modules/, ...shared },
            { name: 'shared', ...shared },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
})
