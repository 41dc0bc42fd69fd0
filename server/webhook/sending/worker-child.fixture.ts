import { startEventDelivery } from '#server/core/events/deliver.ts'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { queueWebhooks } from '#server/webhook/subscriber.ts'
import { localReceivers } from '#server/webhook/webhook.fixture.ts'
import { startSending } from './sender.ts'

/** The part of a worker that queues and sends webhooks, as a process that tests kill. */
const services = await openServices(testConfig(process.argv[2]!, localReceivers))
startEventDelivery(services, [queueWebhooks])
startSending(services)
