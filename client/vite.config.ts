import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { themeFoundations } from './build/theme-foundations.ts'

const root = join(import.meta.dirname, 'app')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

/** The console. The verify page has a bundle of its own. */
export default defineConfig({
  root,
  publicDir: join(root, 'public'),
  plugins: [react(), themeFoundations()],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    outDir: join(import.meta.dirname, '../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
  },
  worker: { format: 'es' },
})
