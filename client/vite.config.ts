import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { appManifest } from './build/app-manifest.ts'
import { loadingTierOf } from './build/loading-tiers.ts'
import { themePlugin } from './build/theme.ts'

const root = join(import.meta.dirname, 'app')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

/** Files that several screens need, merged where the same screens do, up to bytes that are worth asking for. */
const shared = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 }

/** On a busy machine the build would warn about slow plugins. */
const checks = { bundlerTimings: false }

/**
 * The plugin builds the service worker without the log level of this build, and says "one file" with an option that Vite 8
 * warns about (vite-plugin-pwa 2.0.0).
 */
function buildQuietly(worker: InlineConfig): void {
  const output = { entryFileNames: 'service-worker.mjs', codeSplitting: false }
  worker.logLevel = 'warn'
  worker.build = { ...worker.build, rollupOptions: { ...worker.build?.rollupOptions, checks, output } }
}

/** The console. The verify page has a bundle of its own. */
export default defineConfig({
  root,
  publicDir: join(root, 'public'),
  plugins: [
    react(),
    themePlugin(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      injectRegister: null,
      manifest: appManifest,
      injectManifest: {
        // The worker is there for the connection that is not: every screen, also those that nobody opened yet.
        globPatterns: ['**/*.{js,css,html,svg,png,wasm}'],
        globIgnores: ['images/screenshot-*'],
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
    // Where a browser knows no preloading the modules come all the same, a little later.
    modulePreload: { polyfill: false },
    // kB before compression; what the first page weighs after it has a test.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      checks,
      output: {
        // Each file costs a start from the device some milliseconds: what every visit needs is one, and what screens share
        // comes in pieces that are worth asking for, bytes.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        // Grouped files may import each other in a circle: without this a part could run before what it needs.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: (id) => !/app\/(index\.html|main\.tsx)/.test(id) },
            { name: loadingTierOf, debugName: 'loading tiers', includeDependenciesRecursively: false },
            // Apart, or a library would bring along what it happens to be merged with, and all that this imports.
            { name: 'library', test: /node_modules/, ...shared },
            { name: 'shared', ...shared },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
})
