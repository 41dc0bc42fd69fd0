import { createServer } from 'vite'
import { runAssay } from './start/run.ts'

/** Addresses that the server answers. All others belong to the console, which Vite serves and reloads. */
const served = ['/api', '/verify', '/verify-assets', '/v', '/V', '/health', '/mailbox', '/mailbox.json']

/** `npm start` for development: the server restarts and the console reloads when a file is saved. */
await runAssay({
  nodeArgs: ['--watch', '--watch-preserve-output'],
  async front({ url, port }) {
    const vite = await createServer({
      configFile: 'client/vite.config.ts',
      server: {
        port,
        strictPort: true,
        proxy: Object.fromEntries(served.map((path) => [`^${path}(/|\\?|$)`, { target: url, xfwd: true }])),
      },
    })
    await vite.listen()
    return { url: `http://localhost:${port}`, close: () => vite.close() }
  },
})
