import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { generateCodes } from './jobs.ts'

/** A separate process that generates one order, for tests that kill it. */
const [url, orderId] = process.argv.slice(2)
const services = await openServices(testConfig(url!))
process.send!('ready')
const never = new AbortController().signal
await generateCodes.run({ orderId: orderId! }, { services, signal: never, heartbeat: async () => {}, attempt: 'test' })
process.exit(0)
