import type { Delivery } from '#shared/logistic/contract.ts'
import type { ActionTokens } from './action-token.ts'
import type { logistic } from './table.ts'

type Row = typeof logistic.$inferSelect
type Travelled = Pick<Row, 'deliveredAt' | 'loggingEndedAt' | 'manufacturerId' | 'shippedAt' | 'createdAt'>

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

export function stateOf({ deliveredAt, loggingEndedAt }: Pick<Row, 'deliveredAt' | 'loggingEndedAt'>) {
  return { delivered: deliveredAt !== null, logisticLoggingEnded: loggingEndedAt !== null }
}
