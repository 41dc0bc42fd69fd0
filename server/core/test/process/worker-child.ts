import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { slowJob } from './slow-job.ts'

/** A worker in a separate process, for tests that kill one. */
const services = await openServices(testConfig(process.argv[2]!))
await services.jobs.start([slowJob])
await services.jobs.work(services)
process.send!('ready')
