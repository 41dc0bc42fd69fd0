import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { allSyncEntities, buildApp } from './app.ts'
import { loadConfig } from './core/config.ts'
import { throttleCpuWhileBusy } from './core/process/cpu-throttle.ts'
import { configOrExit, exitOnUncaughtException, onShutdownSignal } from './core/process/lifecycle.ts'
import { lowerPriority } from './core/process/priority.ts'
import { openServices } from './core/services.ts'
import { allJobs } from './jobs.ts'

/**
 * Answers the costly calls of the web process that started it, at the Unix socket that it is given: the same application, with
 * less of the processor.
 */
const [socketPath] = process.argv.slice(2)
const services = await openServices(configOrExit(loadConfig))
exitOnUncaughtException(services.log)
await services.jobs.start(allJobs)
const app = await buildApp(services, allSyncEntities, { isForwardTarget: true })
throttleCpuWhileBusy(app)
await app.listen({ path: socketPath! })
// Only now: somebody waits for the start.
lowerPriority()
process.send!({ type: 'ready' })

onShutdownSignal(async () => {
  await app.close()
  await services.close()
  await rm(dirname(socketPath!), { recursive: true, force: true })
})
