import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { deliverEvents } from './deliver.ts'
import { leaveTrace, noteWritten } from './note.fixture.ts'
import { defineSubscriber } from './subscriber.ts'

/** A separate process that handles events and never commits, for the test that kills it. */
const services = await openServices(testConfig(process.argv[2]!))
const subscriber = defineSubscriber({
  name: 'test',
  events: [noteWritten],
  async handle(tx, events) {
    for (const { subject, data } of events) {
      await leaveTrace(tx, 'inside', subject, data.n)
      await services.db.system((other) => leaveTrace(other, 'outside', subject, data.n))
    }
    process.send!('handled')
    await new Promise(() => {})
  },
})
await deliverEvents(services, [subscriber])
