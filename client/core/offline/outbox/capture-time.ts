import type { OfflineDatabase, OutboxRow } from '#client/core/offline/database/database.ts'
import { readMeta } from '#client/core/offline/database/database.ts'
import { omit } from '#shared/core/omit.ts'
import { isMaybeSent } from './sent-marker.ts'

/** A corrected time is plausible between the last contact with the server and now, with this tolerance (ms). */
const toleranceMs = 5 * 60_000

/** The clocks of a device. `offset`: what is added to the device's own clock for the server's time, ms. */
export type CaptureClock = { now(): number; offset?(): number }

/**
 * The times of a new operation: in the server's time, and the device's own time if it differs. `clockOffset` stays on
 * the device.
 */
export function captureTimes(clock: CaptureClock): Pick<OutboxRow, 'capturedAt' | 'deviceTime' | 'clockOffset'> {
  const [now, offset] = [clock.now(), clock.offset?.() ?? 0]
  return {
    capturedAt: new Date(now).toISOString(),
    ...(offset !== 0 && { deviceTime: new Date(now - offset).toISOString(), clockOffset: offset }),
  }
}

/**
 * Corrects the times of operations that were captured before the error of the clock was measured. Only times that
 * cannot be right are changed: those after now, or before the contact with the server that came before the operation.
 * Called with the first response of the server, before anything is sent.
 */
export async function correctCaptureTimes(db: OfflineDatabase, clock: CaptureClock): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta], async () => {
    const { time } = await readMeta(db, 'server', () => ({ time: '' }))
    const earliest = (time === '' ? 0 : Date.parse(time)) - toleranceMs
    const latest = clock.now() + toleranceMs
    const isPlausible = (at: number) => at >= earliest && at <= latest
    const wrong = (await db.outbox.toArray()).filter((row) => !isPlausible(Date.parse(row.capturedAt)))
    for (const row of wrong) {
      const own = Date.parse(row.capturedAt) - (row.clockOffset ?? 0)
      const offset = clock.offset?.() ?? 0
      if (!isPlausible(own + offset) || (await isMaybeSent(db, row))) continue
      const same = omit(row, 'deviceTime', 'clockOffset')
      await db.outbox.put({ ...same, ...captureTimes({ now: () => own + offset, offset: () => offset }) })
    }
  })
}
