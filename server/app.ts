import type { FastifyInstance } from 'fastify'
import { registerConsole } from './core/http/console.ts'
import { buildHttpServer, type RequestForwarding } from './core/http/http-server.ts'
import type { Services } from './core/services.ts'
import { domains } from './domains.ts'
import { healthRoutes } from './health/routes.ts'

/** The whole server: the routes of all domains, and what only the process that clients reach serves, health and the console. */
export async function buildApp(
  services: Services,
  forwarding: RequestForwarding = {},
  all = domains,
): Promise<FastifyInstance> {
  const routes = await Promise.all(all.flatMap(({ routes = [] }) => routes.map((load) => load())))
  const app = await buildHttpServer(services, forwarding)
  for (const register of routes) register(app, all)
  if (!forwarding.isForwardTarget) {
    healthRoutes(app)
    await registerConsole(app)
  }
  return app
}
