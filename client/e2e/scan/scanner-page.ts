import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'
import { themePlugin } from '#client/build/theme.ts'

export type ScannerPage = {
  /** Its address with the content security policy of the console. */
  url: string
  port: number
  /** The same page with a policy that forbids WebAssembly, as some browsers do for all pages. */
  withoutWasm: string
  close: () => Promise<void>
}

/** Builds a page with the scanner like the console, and serves it with the console's content security policy. */
export async function startScannerPage(assay: string): Promise<ScannerPage> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-scanner-'))
  const root = resolve('client/scan/test')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [react(), themePlugin()],
    worker: { format: 'es' },
    build: { outDir: folder, target: 'es2022', rollupOptions: { input: join(root, 'page.html') } },
  })
  const policy = (await fetch(assay)).headers.get('content-security-policy')!
  const servers = [await serve(folder, policy), await serve(folder, policy.replace("'wasm-unsafe-eval'", ''))]
  const [port, strict] = servers.map((server) => (server.server.address() as AddressInfo).port)
  return {
    url: `http://127.0.0.1:${port}/page.html`,
    port: port!,
    withoutWasm: `http://127.0.0.1:${strict}/page.html`,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function serve(folder: string, policy: string) {
  const server = Fastify({ forceCloseConnections: true })
  server.addHook('onRequest', async (_, reply) => void reply.header('content-security-policy', policy))
  await server.register(fastifyStatic, { root: folder })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return server
}

/** Runs in the page: simulates a phone to which a tag is held as soon as it reads. @param senml the readings on the tag */
export function fakeNfc(senml?: string): void {
  class Reader extends EventTarget {
    async scan() {
      const data = senml && new DataView(new TextEncoder().encode(senml).buffer)
      const records = data ? [{ recordType: 'mime', mediaType: 'application/senml+json', data }] : []
      const tag = { serialNumber: '04:ff:10', message: { records } }
      setTimeout(() => this.dispatchEvent(Object.assign(new Event('reading'), tag)), 50)
    }
  }
  Object.assign(globalThis, { NDEFReader: Reader })
}
