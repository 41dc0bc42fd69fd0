import { setTimeout as pause } from 'node:timers/promises'
import { watchShipments } from '#server/alarm/subscriber.ts'
import { deliverEvents } from '#server/core/events/deliver.ts'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { pullDueLogs } from '#server/logistic/log/pull.ts'

/** A separate process that pulls all logs that are due and searches them for alarms again and again, for tests that kill it. */
const [url, sensorService] = process.argv.slice(2)
const services = await openServices(testConfig(url!, { sensorService: JSON.parse(sensorService!) }))
process.send!('ready')
for (;;) {
  await pullDueLogs(services)
  await deliverEvents(services, [watchShipments])
  await pause(5)
}
