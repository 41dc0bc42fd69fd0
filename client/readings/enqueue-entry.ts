import { requireEngine } from '#client/core/offline/read/queries.ts'
import { type SensorEntryView, sensorEntryEntity } from '#shared/sensor/record.ts'

/** The payload version of these operations. */
const payloadV = 1

/** Stores readings that a person typed or read from a tag on this device, until the server has accepted them. */
export async function enqueueEntry(set: SensorEntryView): Promise<void> {
  await requireEngine().enqueue({ entity: sensorEntryEntity, kind: 'create', set, payloadV })
}
