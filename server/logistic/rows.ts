import type { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { type Delivery, Logistic } from '#shared/logistic/contract.ts'
import type { ActionTokens } from './action-token.ts'
import { logistic } from './table.ts'

/** The fields of a shipment that a user writes and may change. */
const LogisticHeader = Logistic.omit({
  id: true,
  quantity: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  delivered_at: true,
  logging_ended_at: true,
})
export type LogisticHeader = z.infer<typeof LogisticHeader>

export type LogisticRow = typeof logistic.$inferSelect

export function viewLogistic(row: LogisticRow): Logistic {
  const { id, quantity, ver: version, createdAt, updatedAt, deliveredAt, loggingEndedAt } = row
  return {
    id,
    quantity,
    version,
    ...logisticHeaderOf(row),
    delivered_at: deliveredAt?.toISOString() ?? null,
    logging_ended_at: loggingEndedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** The schema drops the columns that are not in the header. */
export function logisticHeaderOf({ manufacturerId, shippedAt, ...row }: LogisticRow): LogisticHeader {
  const shipped_at = shippedAt?.toISOString() ?? null
  return LogisticHeader.parse({ ...row, manufacturer_id: manufacturerId, shipped_at } satisfies LogisticHeader)
}

export function logisticColumnsOf({ manufacturer_id, shipped_at, ...rest }: LogisticHeader) {
  return { ...rest, manufacturerId: manufacturer_id, shippedAt: shipped_at === null ? null : new Date(shipped_at) }
}

export const logisticColumns = [
  ...LogisticHeader.omit({ manufacturer_id: true, shipped_at: true }).keyof().options,
  ...(['manufacturerId', 'shippedAt'] as const),
]

/** What `emit` takes for events that name a shipment only. */
export const occurrences = (merchantId: string, rows: readonly { id: string }[]) =>
  rows.map(({ id }) => ({ merchantId, subject: id, data: {} }))

/** Serializes the shipments of one merchant, so that no code is in two of them. */
export async function lockLogistics(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`logistic:${merchantId}`}, 0))`)
}

/**
 * Not `for update`: the pull of readings locks the log of a shipment and then inserts rows that refer to the shipment, and a
 * change of the shipment makes its log due. With `for update`, each would wait for the other.
 */
export async function selectLogisticsForUpdate(
  tx: Tx,
  merchantId: string,
  wanted: readonly { id: string }[],
): Promise<Map<string, LogisticRow>> {
  const rows = await tx
    .select()
    .from(logistic)
    .where(
      and(eq(logistic.merchantId, merchantId), sql`${logistic.id} = any(${uuidArray(wanted.map(({ id }) => id))})`),
    )
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

type Travelled = Pick<LogisticRow, 'deliveredAt' | 'loggingEndedAt' | 'manufacturerId' | 'shippedAt' | 'createdAt'>

export function deliveryOf(row: Travelled, { token, expiresAt }: ReturnType<ActionTokens['issue']>): Delivery {
  return {
    ...stateOf(row),
    token,
    expiresAt: expiresAt.toISOString(),
    hasSensor: row.manufacturerId !== null,
    shippedAt: (row.shippedAt ?? row.createdAt).toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    loggingEndedAt: row.loggingEndedAt?.toISOString() ?? null,
  }
}

export function stateOf({ deliveredAt, loggingEndedAt }: Pick<LogisticRow, 'deliveredAt' | 'loggingEndedAt'>) {
  return { delivered: deliveredAt !== null, logisticLoggingEnded: loggingEndedAt !== null }
}
