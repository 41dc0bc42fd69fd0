import { once } from 'node:events'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { activateBatch } from './jobs.ts'

/** A worker process of its own, for tests that kill it. Loaded ahead, it begins when it is told to and says when a batch is in its hands. */
process.send!('loaded')
await once(process, 'message')
const services = await openServices(testConfig(process.argv[2]!))
const announced: typeof activateBatch = {
  ...activateBatch,
  run(data, context) {
    process.send!('working')
    return activateBatch.run(data, context)
  },
}
await services.jobs.start([announced])
await services.jobs.work(services)
