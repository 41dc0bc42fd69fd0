import type { FastifyInstance } from 'fastify'
import { pendingCodes } from '#server/activation/service.ts'
import { buildProofResponse, proofOf, type Reader } from '#server/anchoring/service.ts'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, desc, eq, isNull, or, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { findShipmentOfCode } from '#server/logistic/service.ts'
import { logistic } from '#server/logistic/table.ts'
import {
  createCodePrinter,
  createCodeReader,
  type ListedCode,
  ownSerialOf,
  skuOf,
  withOwnSerials,
} from '#server/order/service.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { type CodeCard, codeCardContract } from '#shared/verdict/code-card.ts'
import { verdictProblems } from '#shared/verdict/contract.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'
import { recallName, viewRecall } from './recall.ts'
import { listScans } from './scan-history.ts'
import { recall, verdictCase } from './table.ts'

const newestCases = 20

export function codeCardRoutes(app: FastifyInstance) {
  const read = createCodeReader(app.assay.config.codeKey)
  const readAny = async (tx: Tx, actor: Actor, text: string) =>
    (await withOwnSerials(tx, merchantOf(actor), [text], read))(text)
  const printedUrl = createCodePrinter(app.assay.config)

  serve(app, codeCardContract, {
    async read({ tx, actor, query, services }) {
      const { host, ...card } = await cardOf(tx, services.db.read, merchantOf(actor), await readAny(tx, actor, query.a))
      const { address } = parseCode(card.address)!
      return { ...card, page: hasAccess('merchant', actor.role) ? printedUrl(address, { host, gtin: null }) : null }
    },

    async scans({ tx, actor, query }) {
      const merchantId = merchantOf(actor)
      const { address } = await findCode(tx, merchantId, await readAny(tx, actor, query.a))
      return listScans(tx, { merchantId, address }, query)
    },
  })
}

type CodeCardRow = {
  address: string
  serial_no: number
  own_serial: string | null
  order_id: string
  order: string
  /** Null, like its name, for a code that is not bound to a product. */
  sku_id: string | null
  name: string | null
  sku: string | null
  batch_id: string | null
  identifier: string | null
  finished_at: string | null
  pending: boolean
  picture: StoredFile | null
  consumed_at: string | null
  copied_at: string | null
  has_scratch: boolean
  host: string | null
  opened_at: string | null
  claimed_at: string | null
}

/** The code with its order, product, batch and marks. Codes of other merchants are not found. */
async function findCode(tx: Tx, merchantId: string, code: ListedCode | undefined): Promise<CodeCardRow> {
  const { rows } = await tx.execute<CodeCardRow>(sql`
    select c.address, c.serial_no, ${sql.raw(ownSerialOf('c', 'o'))} as own_serial, o.id as order_id, o.order_id as "order", s.id as sku_id, s.name, s.sku, s.details -> 'images' -> 0 as picture,
      a.batch_id, b.identifier, b.finished_at, m.consumed_at, m.copied_at, o.has_scratch, o.host, w.opened_at, w.claimed_at,
      a.address is null and c.address in (${pendingCodes(merchantId)}) as pending
    from code c
    join code_order o on o.id = c.order_id
    left join ${sql.raw(skuOf('c', 'o'))} s on true
    left join activation a on a.address = c.address
    left join activation_batch b on b.id = a.batch_id
    left join code_mark m on m.address = c.address
    left join code_opening w on w.address = c.address
    where c.merchant_id = ${merchantId} and c.address = ${code?.address ?? null}::uuid`)
  const found = rows[0]
  if (!found) throw new Problem(verdictProblems.noCode)
  return found
}

/** @param proofs a handle of the system: the rounds that lead to the chains belong to no merchant */
async function cardOf(
  tx: Tx,
  proofs: Reader,
  merchantId: string,
  code: ListedCode | undefined,
): Promise<Omit<CodeCard, 'page'> & Pick<CodeCardRow, 'host'>> {
  const found = await findCode(tx, merchantId, code)
  const { address, batch_id, order_id, sku_id } = found
  const proof = batch_id ? await proofOf(proofs, address) : undefined
  const shipment = await findShipmentOfCode(tx, address, eq(logistic.merchantId, merchantId))
  const cases = await tx
    .select()
    .from(verdictCase)
    .where(and(eq(verdictCase.merchantId, merchantId), eq(verdictCase.address, address)))
    .orderBy(desc(verdictCase.createdAt))
    .limit(newestCases)
  const of = (scope: 'order' | 'batch' | 'sku', target: string) =>
    and(eq(recall.scope, scope), eq(recall.target, target))
  const [recalled] = await tx
    .select({ row: recall, name: recallName })
    .from(recall)
    .where(
      and(
        eq(recall.merchantId, merchantId),
        isNull(recall.endedAt),
        or(of('order', order_id), sku_id ? of('sku', sku_id) : undefined, batch_id ? of('batch', batch_id) : undefined),
      ),
    )
    .orderBy(desc(recall.createdAt))
    .limit(1)
  return {
    host: found.host,
    address: formatAddress(address),
    secret: code?.hasSecret === undefined ? 'absent' : code.hasSecret ? 'right' : 'wrong',
    serial_no: found.serial_no,
    own_serial: found.own_serial,
    state: batch_id ? 'Active' : found.pending ? 'Pending' : 'Inactive',
    order: { id: order_id, order_id: found.order },
    sku: sku_id ? { id: sku_id, name: found.name!, sku: found.sku!, picture: found.picture } : null,
    batch: batch_id ? { id: batch_id, identifier: found.identifier!, finishedAt: isoTime(found.finished_at) } : null,
    chains: proof ? buildProofResponse(proof).chains : null,
    shipment: shipment ? viewShipment(shipment) : null,
    cases: cases.map(({ id, state, fired, report, createdAt }) => ({
      id,
      state,
      fired,
      report,
      createdAt: createdAt.toISOString(),
    })),
    consumedAt: isoTime(found.consumed_at),
    scratch: found.has_scratch,
    opening: found.opened_at ? { at: isoTime(found.opened_at)!, claimedAt: isoTime(found.claimed_at) } : null,
    copiedAt: isoTime(found.copied_at),
    recall: recalled ? viewRecall(recalled.row, recalled.name) : null,
  }
}

const viewShipment = ({ id, identifier, recipient, deliveredAt }: typeof logistic.$inferSelect) => ({
  id,
  identifier,
  recipient,
  deliveredAt: deliveredAt?.toISOString() ?? null,
})
