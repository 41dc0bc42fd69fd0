import { createServer } from 'vite'
import { serverPaths } from '#shared/app/server-paths.ts'
import { runAssay } from './start/run.ts'

/** Printed codes may have an address in capitals; Vite compares it with its case. All other addresses belong to the console. */
const served = [...serverPaths, 'V']

/** `npm start` for development: the server restarts and the console reloads when a file is saved. */
await runAssay({
  nodeArgs: ['--watch', '--watch-preserve-output'],
  async front({ url, port }) {
    const vite = await createServer({
      configFile: 'client/vite.config.ts',
      server: {
        port,
        strictPort: true,
        proxy: Object.fromEntries(served.map((path) => [`^/${path}(/|\\.|\\?|$)`, { target: url, xfwd: true }])),
      },
    })
    await vite.listen()
    return { url: `http://localhost:${port}`, close: () => vite.close() }
  },
})
