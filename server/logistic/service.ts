import type { Database, Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, desc, eq, isNull, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type Delivery, type Logistic, logisticProblems } from '#shared/logistic/contract.ts'
import { actionTokens } from './action-token.ts'
import { deliveryOf, type LogisticRow, viewLogistic } from './rows.ts'
import { logistic, logisticItem } from './table.ts'

export const presentLogistics = (merchantId: string, condition?: SQL): SQL | undefined =>
  and(eq(logistic.merchantId, merchantId), isNull(logistic.removedAt), condition)

/** The existing shipments of these ids. */
async function findLogistics(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, Logistic>> {
  const rows = await tx
    .select()
    .from(logistic)
    .where(presentLogistics(merchantId, sql`${logistic.id} = any(${uuidArray(ids)})`))
  return new Map(rows.map((row) => [row.id, viewLogistic(row)]))
}

export async function findLogistic(tx: Tx, merchantId: string, id: string): Promise<Logistic> {
  const found = (await findLogistics(tx, merchantId, [id])).get(id)
  if (!found) throw new Problem(logisticProblems.notFound)
  return found
}

/** The shipments of a code: the one that is not delivered, of which there is at most one, then the one that was delivered last. */
const currentFirst = [sql`${logistic.deliveredAt} desc nulls first`, desc(logistic.createdAt), logistic.id]
const ofItem = and(eq(logistic.merchantId, logisticItem.merchantId), eq(logistic.id, logisticItem.logisticId))

/** The shipment that a code is in, or was in last. */
export async function findShipmentOfCode(tx: Tx, address: string, condition?: SQL): Promise<LogisticRow | undefined> {
  const [found] = await tx
    .select({ row: logistic })
    .from(logisticItem)
    .innerJoin(logistic, ofItem)
    .where(and(eq(logisticItem.address, address), isNull(logistic.removedAt), condition))
    .orderBy(...currentFirst)
    .limit(1)
  return found?.row
}

/** Locks the temperature logs of these shipments until the commit. */
export async function lockLogs(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(
    sql`select from logistic_log where logistic_id = any(${uuidArray(ids)}) order by logistic_id for update`,
  )
}

/**
 * Reads the shipments of codes as `findShipmentOfCode` does, and issues tokens for the allowed actions. Codes that are not in transit are left
 * out.
 */
export function createDeliveryReader(db: Pick<Database, 'read'>, codeKey: Uint8Array) {
  const tokens = actionTokens(codeKey)
  const { id, deliveredAt, loggingEndedAt, manufacturerId, shippedAt, createdAt } = logistic
  // Every scan runs this statement, so it is built once.
  const current = db.read
    .selectDistinctOn([logisticItem.address], {
      address: logisticItem.address,
      id,
      deliveredAt,
      loggingEndedAt,
      manufacturerId,
      shippedAt,
      createdAt,
    })
    .from(logisticItem)
    .innerJoin(logistic, ofItem)
    .where(and(sql`${logisticItem.address} = any(${sql.placeholder('addresses')}::uuid[])`, isNull(logistic.removedAt)))
    .orderBy(logisticItem.address, ...currentFirst)
    .prepare('delivery_of_codes')
  return async (addresses: readonly string[]): Promise<Map<string, { id: string; delivery: Delivery }>> => {
    const rows = await current.execute({ addresses: `{${addresses.join()}}` })
    return new Map(
      rows.map(({ address, ...row }) => [address, { id: row.id, delivery: deliveryOf(row, tokens.issue(address)) }]),
    )
  }
}
