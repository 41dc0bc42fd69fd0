import type { Owner } from '#client/core/offline/database/database.ts'
import type { Transport, TransportAnswer } from '#client/core/offline/sync/transport.ts'
import type { Fields } from '#shared/sync/rules.ts'

export type Request = Parameters<Transport>[0]

/** A server under the model: the one in memory, or the real one. Its records have the fields a, b and bad. */
export type TestServer = {
  /** One exchange as somebody who is signed in. */
  handle(request: Request, as: Owner): Promise<TransportAnswer>
  /** Ids of operations in the order in which they took effect; twice where one did twice. */
  effects(): Promise<string[]>
  /** What the ledger says of operations: whether they took effect. */
  ledger(): Promise<Map<string, 'effective' | 'rejected'>>
  records(): Promise<Map<string, { ver: number; data: Fields }>>
  /** What no client may ever do. */
  offences(): readonly string[]
  /** Somebody without a device changes a record. */
  edit(id: string, fields: Fields): Promise<void>
  /** Forgets what happened since the last time that it was called; false where it cannot. */
  setBack(): Promise<boolean>
}
