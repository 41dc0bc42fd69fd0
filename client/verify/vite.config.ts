import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname
const dist = join(root, '../../dist/verify')

/** One `vite build` makes both: the bundle of the browser, and the one that the server paints with. */
export default defineConfig({
  root,
  base: '/verify-assets/',
  plugins: [react()],
  publicDir: false,
  builder: {},
  define: { 'process.env.NODE_ENV': '"production"' },
  environments: {
    client: {
      build: {
        outDir: join(dist, 'client'),
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        modulePreload: false,
        rollupOptions: { input: join(root, 'main.tsx') },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: join(dist, 'server'),
        emptyOutDir: true,
        target: 'node24',
        ssr: true,
        rollupOptions: { input: join(root, 'server.tsx'), output: { entryFileNames: 'server.js' } },
      },
    },
  },
})
