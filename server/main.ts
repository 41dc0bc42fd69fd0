import cluster from 'node:cluster'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Config, loadConfig } from './core/config.ts'
import { migrate } from './core/db/migrate.ts'
import { loggableError } from './core/logging/logged-error.ts'
import { openLogger } from './core/logging/logger.ts'
import { openCostlyRequests } from './core/process/costly-requests.ts'
import { exitOnUncaughtException, loadConfigOrExit, onShutdownSignal } from './core/process/lifecycle.ts'
import { findWeakSettings } from './core/process/settings-check.ts'
import { superviseWebProcesses, superviseWorker } from './core/process/supervise.ts'
import { openServices } from './core/services.ts'
import { allJobs } from './jobs.ts'

type StopFunctions = (() => Promise<void>)[]

async function main(): Promise<void> {
  const config = loadConfigOrExit(loadConfig)
  await migrate(config.databaseUrl)
  const isSupervisor = config.role !== 'worker' && config.webProcesses > 1 && cluster.isPrimary
  const stops = isSupervisor ? await runSupervisor(config) : await runRole(config)
  process.send?.({ type: 'ready' })
  onShutdownSignal(async () => {
    for (const stop of stops) await stop()
  })
}

/** Runs a role in this process. */
async function runRole(config: Config): Promise<StopFunctions> {
  const services = await openServices(config)
  exitOnUncaughtException(services.log)
  await services.jobs.start(allJobs)
  // A process loads only the libraries of its role: the worker the chains', the web process the routes'.
  if (config.role === 'worker') {
    const { startAnchoring } = await import('./anchoring/start.ts')
    const { startLog } = await import('./transparency/start.ts')
    await services.jobs.work(services)
    services.log.info('The worker is ready')
    for (const weakness of await findWeakSettings(services.db)) services.log.warn(weakness)
    return [startAnchoring(services).stop, startLog(services).stop, services.close]
  }
  const { allSyncEntities, buildApp } = await import('./app.ts')
  const costly = openCostlyRequests(join(import.meta.dirname, 'costly-requests.ts'), services.log)
  const app = await buildApp(services, allSyncEntities, { costlyRequests: costly })
  await app.listen({ host: config.host, port: config.port })
  services.log.info(`Assay is ready at ${addressOf(app, config)}`)
  const stops = [() => app.close(), costly.close, services.close]
  return config.role === 'all' ? [superviseWorker(import.meta.filename, services.log), ...stops] : stops
}

/** Supervises the web processes, and the worker for the role "all". */
async function runSupervisor(config: Config): Promise<StopFunctions> {
  const log = openLogger(config)
  const worker = config.role === 'all' ? [superviseWorker(import.meta.filename, log)] : []
  const webs = await superviseWebProcesses(config.webProcesses, log)
  log.info(`Assay is ready in ${config.webProcesses} processes`)
  return [...worker, webs]
}

function addressOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return `http://${config.host}:${port}`
}

await main().catch((error) => {
  process.stderr.write(`${loggableError(error).stack}\n`)
  process.exit(1)
})
