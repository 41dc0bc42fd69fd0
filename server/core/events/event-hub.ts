import { z } from 'zod'
import type { Database, Listener, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'

const pgChannel = 'assay_events'
/** PostgreSQL rejects notifications of 8000 bytes or more. */
const maxBytes = 7900

const LiveEvent = z.object({ channel: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) })
export type LiveEvent = z.infer<typeof LiveEvent>

/** Small messages between processes. They reach the present listeners after the commit of the sending transaction. */
export type EventHub = {
  publish(tx: Tx | null, channel: string, type: string, data: Record<string, unknown>): Promise<void>
  subscribe(channel: string, receive: (notice: LiveEvent) => void): () => void
  /** False while the connection is lost. Messages that are sent in this time are not received. */
  isListening(): boolean
  close(): Promise<void>
}

/** The type of the message after which a listener reloads its data, because messages may be missing. */
export const resync = 'resync'
export const adminChannel = 'admin'
export const merchantChannel = (merchantId: string) => `merchant:${merchantId}`

export async function openEventHub(db: Database): Promise<EventHub> {
  const receivers = new Map<string, Set<(notice: LiveEvent) => void>>()
  const deliver = (notice: LiveEvent) => {
    for (const receive of receivers.get(notice.channel) ?? []) receive(notice)
  }
  let isListening = true
  const listener: Listener = await db.listen(pgChannel, {
    receive(payload) {
      const notice = parse(payload)
      if (notice) deliver(notice)
    },
    lost() {
      isListening = false
    },
    resumed() {
      // First, so that caches are emptied before `isListening` lets them be used again.
      for (const channel of receivers.keys()) deliver({ channel, type: resync, data: {} })
      isListening = true
    },
  })
  return {
    async publish(tx, channel, type, data) {
      const payload = JSON.stringify({ channel, type, data } satisfies LiveEvent)
      if (Buffer.byteLength(payload) > maxBytes) throw new RangeError(`An event of ${type} is too large`)
      await (tx ?? db.read).execute(sql`select pg_notify(${pgChannel}, ${payload})`)
    },
    subscribe(channel, receive) {
      const group = receivers.get(channel) ?? new Set()
      receivers.set(channel, group.add(receive))
      return () => {
        group.delete(receive)
        if (group.size === 0) receivers.delete(channel)
      }
    },
    isListening: () => isListening,
    close: () => listener.close(),
  }
}

function parse(payload: string): LiveEvent | undefined {
  try {
    return LiveEvent.parse(JSON.parse(payload))
  } catch {
    return undefined
  }
}
