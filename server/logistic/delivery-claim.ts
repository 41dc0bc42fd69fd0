import type { FastifyRequest } from 'fastify'
import { activation } from '#server/activation/table.ts'
import { hasFeature } from '#server/core/auth/features.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, exists, sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { audit } from '#server/core/logging/audit.ts'
import { assertOwnBrand } from '#server/host/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'
import { shipmentDelivered, shipmentUpdated } from '#shared/logistic/events.ts'
import type { ActionToken } from './action-token.ts'
import { closeItems } from './items.ts'
import { makeLogsDue } from './log/due.ts'
import { type LogisticRow, lockLogistics, occurrences } from './rows.ts'
import { findShipmentOfCode } from './service.ts'
import { type ClaimKind, logistic, logisticClaim } from './table.ts'

const columns = { arrived: 'deliveredAt', endSensorLogging: 'loggingEndedAt' } as const

/** The shipment of an active code. The merchant's features are not revealed to shoppers. */
export async function shipmentOf(tx: Tx, address: string): Promise<LogisticRow> {
  const isActive = exists(tx.select({ one: sql`1` }).from(activation).where(eq(activation.address, address)))
  const found = await findShipmentOfCode(tx, address, isActive)
  if (!found || !(await hasFeature(tx, found.merchantId, 'temperature'))) throw new Problem(logisticProblems.noShipment)
  return found
}

/**
 * Stores, once, a claim about a shipment by a person who scanned one of its codes. The scanned code is recorded in the
 * audit trail, and the merchant may undo the claim. The call is idempotent.
 */
export async function claimDelivery(
  tx: Tx,
  request: FastifyRequest,
  kind: ClaimKind,
  { address, hash }: ActionToken,
): Promise<LogisticRow> {
  const { merchantId } = await shipmentOf(tx, address)
  assertOwnBrand(request.brand, merchantId, request.server.assay.config)
  await lockLogistics(tx, merchantId)
  const row = await shipmentOf(tx, address)
  if (kind === 'endSensorLogging' && row.manufacturerId === null) throw new Problem(logisticProblems.noLog)
  if (row[columns[kind]] !== null) return row
  const spent = { hash, merchantId, logisticId: row.id, address, kind }
  const usedToken = await tx
    .insert(logisticClaim)
    .values(spent)
    .onConflictDoNothing()
    .returning({ hash: logisticClaim.hash })
  if (usedToken.length === 0) throw new Problem(logisticProblems.noScan)
  const [next] = await tx
    .update(logistic)
    .set({ [columns[kind]]: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(logistic.merchantId, merchantId), eq(logistic.id, row.id)))
    .returning()
  if (kind === 'arrived') await closeItems(tx, merchantId, [row.id])
  else await makeLogsDue(tx, merchantId, [row.id])
  const told = kind === 'arrived' ? shipmentDelivered : shipmentUpdated
  await emit(tx, told, occurrences(merchantId, [row]))
  await audit(tx, request, `logistic.${kind}`, { subject: row.id, data: { address }, merchantId })
  await request.server.assay.events.publish(tx, merchantChannel(merchantId), 'logistic', { id: row.id })
  return next!
}
