import { once } from 'node:events'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { activateBatch } from './activate.ts'

/** A worker process of its own, for tests that kill it. Loaded ahead, it begins when it is told to. */
process.send!('loaded')
await once(process, 'message')
const services = await openServices(testConfig(process.argv[2]!))
await services.jobs.start([activateBatch])
await services.jobs.work(services)
process.send!('working')
