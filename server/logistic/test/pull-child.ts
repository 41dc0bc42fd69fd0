import { setTimeout as pause } from 'node:timers/promises'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { pullDueLogs } from '#server/logistic/log/pull.ts'

/** A separate process that pulls all logs that are due again and again, for tests that kill it. */
const [url, sensorService] = process.argv.slice(2)
const services = await openServices(testConfig(url!, { sensorService: JSON.parse(sensorService!) }))
process.send!('ready')
for (;;) {
  await pullDueLogs(services)
  await pause(5)
}
