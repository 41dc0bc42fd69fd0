import { z } from 'zod'
import { fromLocalInput, pickedInstant, toLocalInput } from '#client/core/format/datetime-input.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import type { ShipmentChange } from '#client/logistic/enqueue-shipment.ts'
import { UserDateTime } from '#shared/core/fields/fields.ts'
import { LogisticInput, LogisticUpdate } from '#shared/logistic/contract.ts'
import type { LogisticView } from '#shared/logistic/record.ts'

const { identifier, receiver } = LogisticUpdate.shape
const { recipient, note, minlimit } = LogisticInput.shape
const commonFields = {
  recipient,
  note,
  minlimit,
  /** The format of <input type="datetime-local">, in the time zone of the device. */
  shipped_at: z.string().refine((text) => UserDateTime.safeParse(fromLocalInput(text)).success, 'Please pick a date'),
  arrived: z.boolean(),
  receiver,
  loggingEnded: z.boolean(),
}
export const EditValues = z.object({ ...commonFields, identifier })
/** The server assigns the number of a new shipment unless the user enters one. */
export const NewEditValues = z.object({ ...commonFields, identifier: identifier.or(z.literal('')) })
export type EditValues = z.infer<typeof EditValues>

type Seen = Pick<OfflineRecord<LogisticView>, 'data'>

export function editValuesOf({ data }: Seen): EditValues {
  return {
    identifier: data.identifier ?? '',
    recipient: data.recipient,
    note: data.note,
    ...(data.minlimit !== null && { minlimit: data.minlimit }),
    shipped_at: toLocalInput(data.shipped_at ?? data.createdAt),
    arrived: data.delivered_at !== null,
    receiver: data.receiver ?? '',
    loggingEnded: data.logging_ended_at !== null,
  }
}

/**
 * The changes of a form. Times keep their seconds unless the user changed them; an event that is already set keeps its
 * time.
 */
export function changedValues({ data }: Seen, values: EditValues, now = new Date()): ShipmentChange {
  const { identifier, recipient, note, minlimit = null, shipped_at, arrived, receiver = '', loggingEnded } = values
  const offered = data.shipped_at ?? data.createdAt
  const received = arrived ? receiver : ''
  const mark = (at: string | null, isOn: boolean) => (isOn ? (at ?? now.toISOString()) : null)
  return {
    ...(identifier !== '' && { identifier }),
    recipient,
    note,
    ...(minlimit !== data.minlimit && { minlimit }),
    shipped_at: pickedInstant(shipped_at, offered),
    ...(received !== (data.receiver ?? '') && { receiver: received }),
    delivered_at: mark(data.delivered_at, arrived),
    logging_ended_at: mark(data.logging_ended_at, loggingEnded),
  }
}
