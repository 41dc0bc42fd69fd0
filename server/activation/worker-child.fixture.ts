import { once } from 'node:events'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { activateBatch } from './jobs.ts'

/**
 * A separate worker process for tests that kill it. It is loaded in advance, starts on a message, and reports when it
 * has started a batch.
 */
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
