import type { Owner } from '#client/core/offline/database/database-name.ts'
import type { Transport, TransportResponse } from '#client/core/offline/sync/transport.ts'
import type { Fields } from '#shared/sync/rules.ts'

export type Request = Parameters<Transport>[0]

/** The server of the model: the one in memory, or the real one. Its records have the fields a, b and bad. */
export type TestServer = {
  /** Handles one request of a signed-in user. */
  handle(request: Request, as: Owner): Promise<TransportResponse>
  /** Ids of operations in the order in which they took effect. An operation that took effect twice is in it twice. */
  effects(): Promise<string[]>
  /** The ledger: whether an operation took effect or was rejected. */
  ledger(): Promise<Map<string, 'effective' | 'rejected'>>
  records(): Promise<Map<string, { ver: number; data: Fields }>>
  /** Violations of the protocol by the client. */
  violations(): readonly string[]
  /** Changes a record without a device. */
  edit(id: string, fields: Fields): Promise<void>
  /** Restores the state of the previous call. Returns false when the server cannot. */
  setBack(): Promise<boolean>
  /** Deletes all data that retention may delete, as if it had become old. */
  deleteOld(): Promise<void>
}
