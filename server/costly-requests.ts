import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buildApp } from './app.ts'
import { loadConfig } from './core/config.ts'
import { throttleCpuWhileBusy } from './core/process/cpu-throttle.ts'
import { exitOnUncaughtException, loadConfigOrExit, onShutdownSignal } from './core/process/lifecycle.ts'
import { lowerPriority } from './core/process/priority.ts'
import { openServices } from './core/services.ts'
import { allJobs } from './domains.ts'

/**
 * Serves the costly calls of the web process that started it, on the given Unix socket: the same application with a
 * lower processor priority.
 */
const [socketPath] = process.argv.slice(2)
const services = await openServices(loadConfigOrExit(loadConfig))
exitOnUncaughtException(services.log)
await services.jobs.start(allJobs)
const app = await buildApp(services, { isForwardTarget: true })
throttleCpuWhileBusy(app)
await app.listen({ path: socketPath! })
// Lowered only after the start, because the parent waits for it.
lowerPriority()
process.send!({ type: 'ready' })

onShutdownSignal(async () => {
  await app.close()
  await services.close()
  await rm(dirname(socketPath!), { recursive: true, force: true })
})
