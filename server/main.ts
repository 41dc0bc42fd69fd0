import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError, loadConfig } from './core/config.ts'
import { type Logger, openLog } from './core/log.ts'
import { loggableError } from './core/logged-error.ts'
import { migrate } from './core/migrate.ts'
import { openServices } from './core/services.ts'
import { superviseWebs, superviseWorker } from './core/supervise.ts'
import { allJobs } from './jobs.ts'

/** A second signal, or a shutdown that takes longer (ms), ends the process at once. */
const patienceMs = 15_000

type Stops = (() => Promise<void>)[]

async function main(): Promise<void> {
  const config = readConfig()
  await migrate(config.databaseUrl)
  const leads = config.role !== 'worker' && config.webProcesses > 1 && cluster.isPrimary
  const stops = leads ? await lead(config) : await serve(config)
  process.send?.({ type: 'ready' })
  onceAskedToStop(async () => {
    for (const stop of stops) await stop()
    process.exit(0)
  })
}

/** Does the work of a role in this process. */
async function serve(config: Config): Promise<Stops> {
  const services = await openServices(config)
  endOnUncaught(services.log)
  await services.jobs.start(allJobs)
  // A process loads what its role needs: the chains' libraries are the worker's, routes the web's.
  if (config.role === 'worker') {
    const { startAnchoring } = await import('./anchoring/start.ts')
    await services.jobs.work(services)
    services.log.info('The worker is ready')
    return [startAnchoring(services).stop, services.close]
  }
  const { buildApp } = await import('./app.ts')
  const app = await buildApp(services)
  await app.listen({ host: config.host, port: config.port })
  services.log.info(`Assay is ready at ${addressOf(app, config)}`)
  const stops = [() => app.close(), services.close]
  return config.role === 'all' ? [superviseWorker(import.meta.filename, services.log), ...stops] : stops
}

/** Keeps the web processes running, and the worker where this is all of Assay. */
async function lead(config: Config): Promise<Stops> {
  const log = openLog(config)
  const worker = config.role === 'all' ? [superviseWorker(import.meta.filename, log)] : []
  const webs = await superviseWebs(config.webProcesses, log)
  log.info(`Assay is ready in ${config.webProcesses} processes`)
  return [...worker, webs]
}

function readConfig(): Config {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
}

/** Node itself would print the whole error, the parameters of a statement included. */
function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'The process ends: nobody caught this')
    process.exit(1)
  })
}

function addressOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return `http://${config.host}:${port}`
}

/** SIGTERM, SIGINT, or the end of the process that started this one. */
function onceAskedToStop(stop: () => Promise<void>): void {
  let asked = false
  const ask = () => {
    if (asked) process.exit(1)
    asked = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().catch(() => process.exit(1))
  }
  process.on('SIGTERM', ask)
  process.on('SIGINT', ask)
  if (process.send) process.once('disconnect', ask)
}

await main().catch((error) => {
  process.stderr.write(`${loggableError(error).stack}\n`)
  process.exit(1)
})
