import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { OwnKind } from '#server/epcis/table.ts'
import { type Draft, shippedSources } from './draft.ts'
import { logDrafts } from './log-drafts.ts'
import { packDrafts } from './pack-drafts.ts'

/** What the events of Assay are about. */
export const subjectTypes = ['batch', 'shipment', 'log', 'recall', 'pack'] as const
export type SubjectType = (typeof subjectTypes)[number]
export type Subject = { merchantId: string; type: SubjectType; id: string }

/** The kinds of events that each tells. The id of a log is that of its shipment. */
export const toldKinds: Record<SubjectType, readonly OwnKind[]> = {
  batch: ['activation'],
  shipment: ['shipment', 'delivery'],
  log: ['log'],
  recall: ['recall', 'recallEnd'],
  pack: ['packing', 'unpacking'],
}

type Find = (tx: Tx, merchantId: string, id: string, origin: string) => Promise<Draft[]>

/** Everything that the present state of a subject tells. What is told no longer did not happen. */
export const draftsOf: Record<SubjectType, Find> = {
  async batch(tx, merchantId, id) {
    const { rows } = await tx.execute<{ number: string; at: Date }>(sql`
      select identifier as number, finished_at as at from activation_batch
      where merchant_id = ${merchantId} and id = ${id} and state = 'done'`)
    return rows.map(({ number, at }) => ({
      ...{ kind: 'activation', at: new Date(at), action: 'ADD', bizStep: 'commissioning' },
      ...{ source: 'batch', sourceIds: [id], fields: { disposition: 'active', 'assay:batch': number } },
    }))
  },

  async shipment(tx, merchantId, id, origin) {
    const { rows } = await tx.execute<{ shipped: Date; delivered: Date | null }>(sql`
      select coalesce(shipped_at, created_at) as shipped, delivered_at as delivered from logistic
      where merchant_id = ${merchantId} and id = ${id} and removed_at is null`)
    const bizTransactionList = [{ type: 'desadv', bizTransaction: `${origin}/logistic/${id}` }]
    const of = { action: 'OBSERVE', sourceIds: [id] } as const
    const steps = rows.flatMap(({ shipped, delivered }): Omit<Draft, 'source'>[] => [
      {
        ...{ ...of, kind: 'shipment', at: new Date(shipped), bizStep: 'shipping' },
        fields: { disposition: 'in_transit', bizTransactionList },
      },
      ...(delivered
        ? [
            {
              ...{ ...of, kind: 'delivery' as const, at: new Date(delivered), bizStep: 'receiving' },
              fields: { disposition: 'in_progress', bizTransactionList },
            },
          ]
        : []),
    ])
    return steps.flatMap((step) => shippedSources.map((source) => ({ ...step, source })))
  },

  log: logDrafts,

  pack: packDrafts,

  /** A recall that was undone before shoppers saw it tells nothing. */
  async recall(tx, merchantId, id) {
    const { rows } = await tx.execute<RecallRow>(sql`
      select scope, target, public_at as "publicAt", ended_at as "endedAt" from recall
      where merchant_id = ${merchantId} and id = ${id} and public_at <= clock_timestamp()
        and (ended_at is null or ended_at >= public_at)`)
    const [found] = rows
    if (!found) return []
    const { scope, target, publicAt, endedAt } = found
    const recalled: Pick<Draft, 'source' | 'sourceIds'>[] =
      scope === 'sku'
        ? [
            { source: 'order', sourceIds: await ordersOf(tx, merchantId, target) },
            { source: 'recalled', sourceIds: [id] },
          ]
        : [{ source: scope, sourceIds: [target] }]
    return recalled.flatMap((of): Draft[] => [
      {
        ...{ ...of, kind: 'recall', at: new Date(publicAt), action: 'OBSERVE', bizStep: 'holding' },
        fields: { disposition: 'recalled', persistentDisposition: { set: ['recalled'] }, 'assay:recall': id },
      },
      ...(endedAt === null ? [] : [recallEnd(of, new Date(endedAt), id)]),
    ])
  },
}

const recallEnd = (of: Pick<Draft, 'source' | 'sourceIds'>, at: Date, id: string): Draft => ({
  ...{ ...of, kind: 'recallEnd', at, action: 'OBSERVE' },
  fields: { persistentDisposition: { unset: ['recalled'] }, 'assay:recall': id },
})

type RecallRow = { scope: 'order' | 'batch' | 'sku'; target: string; publicAt: Date; endedAt: Date | null }

async function ordersOf(tx: Tx, merchantId: string, skuId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from code_order where merchant_id = ${merchantId} and sku_id = ${skuId} and generated > 0 order by id`)
  return rows.map(({ id }) => id)
}
