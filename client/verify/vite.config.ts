import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname
const dist = join(root, '../../dist/verify')

/** `vite build` makes the bundle of the browser; `vite build --ssr` the one that the server paints with. */
export default defineConfig(({ isSsrBuild }) => ({
  root,
  base: '/verify-assets/',
  plugins: [react()],
  publicDir: false,
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    outDir: join(dist, isSsrBuild ? 'server' : 'client'),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: isSsrBuild ? 'node24' : 'es2022',
    modulePreload: false,
    rollupOptions: isSsrBuild
      ? { input: join(root, 'server.tsx'), output: { entryFileNames: 'server.js' } }
      : { input: join(root, 'main.tsx') },
  },
}))
