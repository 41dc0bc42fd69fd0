import { flushCompileCache } from 'node:module'
import { buildApp } from '#server/app.ts'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { domains } from '#server/domains.ts'
import { thingDomain } from '#server/sync/thing.fixture.ts'

/**
 * The application in a separate process on a migrated database, for tests that kill it. It reports its URL, and then
 * every push that it receives.
 */
const [url, dataDir] = process.argv.slice(2)
const services = await openServices(testConfig(url!, { dataDir: dataDir! }))
const app = await buildApp(services, {}, [...domains, thingDomain])
app.server.on('request', (request) => {
  if (request.url === '/api/sync/push') process.send!('push')
})
process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
flushCompileCache()
