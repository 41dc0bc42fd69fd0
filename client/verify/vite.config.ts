import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'
import { importedFiles, importPlugin } from '#client/core/async/import-plugin.ts'

const root = import.meta.dirname
const dist = join(root, '../../dist/verify')

/**
 * The page uses Preact in place of React: the same components, and a fifth of the bytes on a shopper's phone. All three
 * bundles use it, so that the browser hydrates what the server rendered. More specific names come first.
 */
const alias = [
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react-dom/server', replacement: 'preact/compat/server' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

/** On a busy machine the build would warn about slow plugins. */
const checks = { bundlerTimings: false }

function inBrowser(folder: string, ...entries: string[]): BuildEnvironmentOptions {
  return {
    outDir: join(dist, folder),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: importedFiles,
    rollupOptions: { input: entries.map((entry) => join(root, entry)), checks },
  }
}

/** One `vite build` creates three bundles: for the browser (the page, and the report form), for the preview frame, and for rendering on the server. */
export default defineConfig({
  root,
  base: '/verify-assets/',
  plugins: [react(), importPlugin()],
  resolve: { alias },
  publicDir: false,
  builder: {},
  define: { 'process.env.NODE_ENV': '"production"' },
  worker: { format: 'es' },
  environments: {
    client: { build: inBrowser('client', 'main.tsx', 'report/report.ts') },
    // A separate bundle, so that the verify page stays one file and needs one request.
    preview: { consumer: 'client', build: inBrowser('preview', 'preview.tsx') },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: join(dist, 'server'),
        emptyOutDir: true,
        target: 'node24',
        ssr: true,
        rollupOptions: { input: join(root, 'server.tsx'), output: { entryFileNames: 'server.js' }, checks },
      },
    },
  },
})
