import type { AddressInfo } from 'node:net'
import { createServer, type ProxyOptions } from 'vite'
import { digitalLinkPath, serverPaths } from '#shared/core/api/server-paths.ts'
import { runAssay } from './start/run.ts'

/** Printed codes may have an address in capitals; Vite compares it with its case. All other addresses belong to the console. */
const served = [...[...serverPaths, 'V'].map((path) => `${path}(/|\\.|\\?|$)`), `(${digitalLinkPath})`]

/** `npm start` for development: the server restarts and the console reloads when a file is saved. */
await runAssay({
  nodeArgs: ['--watch', '--watch-preserve-output'],
  async front(port) {
    // The web process opens another port at each of its starts.
    const proxies: ProxyOptions[] = []
    const configure: ProxyOptions['configure'] = (_, options) => proxies.push(options)
    const vite = await createServer({
      configFile: 'client/vite.config.ts',
      server: {
        port,
        proxy: Object.fromEntries(served.map((path) => [`^/${path}`, { xfwd: true, configure }])),
      },
    })
    await vite.listen()
    const { port: opened } = vite.httpServer!.address() as AddressInfo
    return {
      url: `http://localhost:${opened}`,
      forwardTo(target) {
        for (const options of proxies) options.target = `http://127.0.0.1:${target}`
      },
      close: () => vite.close(),
    }
  },
})
