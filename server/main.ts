import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Config, loadConfig } from './core/config.ts'
import { migrate, NewerDatabaseError } from './core/db/migrate.ts'
import { startEventDelivery } from './core/events/deliver.ts'
import { loggableError } from './core/logging/logged-error.ts'
import { openLogger } from './core/logging/logger.ts'
import { openCostlyRequests } from './core/process/costly-requests.ts'
import { exitOnUncaughtException, loadConfigOrExit, onShutdownSignal } from './core/process/lifecycle.ts'
import { findWeakSettings } from './core/process/settings-check.ts'
import { superviseWebProcesses, superviseWorker } from './core/process/supervise.ts'
import { openServices } from './core/services.ts'
import { allJobs, allSubscribers, domains } from './domains.ts'

type Running = { stops: (() => Promise<void>)[]; port?: number }

async function main(): Promise<void> {
  const config = loadConfigOrExit(loadConfig)
  if (config.backup) await (await import('./backup/before-migration.ts')).backupBeforeMigration(config)
  await migrate(config.databaseUrl)
  const isSupervisor = config.role !== 'worker' && config.webProcesses > 1 && cluster.isPrimary
  const { stops, port } = isSupervisor ? await runSupervisor(config) : await runRole(config)
  process.send?.({ ready: { port } })
  onShutdownSignal(async () => {
    for (const stop of stops) await stop()
  })
}

/** Runs a role in this process. */
async function runRole(config: Config): Promise<Running> {
  const services = await openServices(config)
  exitOnUncaughtException(services.log)
  await services.jobs.start(allJobs)
  // A process loads only the libraries of its role: the worker the chains', the web process the routes'.
  if (config.role === 'worker') {
    const works = await Promise.all(domains.flatMap(({ work }) => (work ? [work()] : [])))
    await services.jobs.work(services)
    services.log.info('The worker is ready')
    for (const weakness of await findWeakSettings(services.db)) services.log.warn(weakness)
    const delivery = startEventDelivery(services, allSubscribers)
    return { stops: [...works.map((start) => start(services).stop), delivery.stop, services.close] }
  }
  const { buildApp } = await import('./app.ts')
  const costly = openCostlyRequests(join(import.meta.dirname, 'costly-requests.ts'), services.log)
  const app = await buildApp(services, { costlyRequests: costly })
  await app.listen({ host: config.host, port: config.port, ...(config.portFd !== undefined && { fd: config.portFd }) })
  const { port } = app.server.address() as AddressInfo
  services.log.info(`Assay is ready at http://${config.host}:${port}`)
  const stops = [() => app.close(), costly.close, services.close]
  if (config.role === 'all') stops.unshift(superviseWorker(import.meta.filename, services.log))
  return { stops, port }
}

/** Supervises the web processes, and the worker for the role "all". */
async function runSupervisor(config: Config): Promise<Running> {
  const log = openLogger(config)
  const worker = config.role === 'all' ? [superviseWorker(import.meta.filename, log)] : []
  const { stop, port } = await superviseWebProcesses(config.webProcesses, log)
  log.info(`Assay is ready in ${config.webProcesses} processes`)
  return { stops: [...worker, stop], port }
}

await main().catch((error) => {
  const isExplained = error instanceof NewerDatabaseError || error.name === 'BackupBeforeMigrationError'
  process.stderr.write(isExplained ? `${error.message}\n` : `${loggableError(error).stack}\n`)
  process.exit(1)
})
