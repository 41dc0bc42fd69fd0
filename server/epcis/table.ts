import { id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from '#server/core/drizzle/pg-core.ts'
import type { epcisActions, epcisTypes } from '#shared/epcis/contract.ts'

/** What an event of Assay itself tells. */
export const ownKinds = [
  ...(['activation', 'shipment', 'delivery', 'log', 'recall', 'recallEnd', 'packing', 'unpacking'] as const),
] as const
export type OwnKind = (typeof ownKinds)[number]
/** Which rows list the things of an event: codes, or the cases on a pallet. They never change. */
export type EpcisSource = 'batch' | 'order' | 'shipment' | 'case' | 'pallet'

/**
 * An event about some codes in a row of their addresses. The codes are not stored again: `source` says which rows list them, from
 * `firstAddress` to `lastAddress`, so an order of a million codes needs two thousand rows. The cases on a pallet have their ids in
 * place of addresses.
 */
export const epcisEvent = pgTable(
  'epcis_event',
  {
    id: id(),
    merchantId: uuid().notNull(),
    eventId: text().notNull(),
    kind: text().$type<OwnKind>().notNull(),
    /** The batch, shipment, recall, case or pallet that it tells of. */
    subject: uuid().notNull(),
    source: text().$type<EpcisSource>().notNull(),
    /** The id of the batch, order, shipment, case or pallet whose rows list the things. */
    sourceId: uuid().notNull(),
    firstAddress: uuid().notNull(),
    lastAddress: uuid().notNull(),
    codes: integer().notNull(),
    type: text().$type<(typeof epcisTypes)[number]>().notNull(),
    action: text().$type<(typeof epcisActions)[number]>().notNull(),
    /** A URI; empty without one. */
    bizStep: text().notNull(),
    eventTime: instant().notNull(),
    recordTime: instant().notNull(),
    /** The other fields, as they are sent. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The address of this installation when it was written: it is part of the event, and so of its id. */
    origin: text().notNull(),
    /** When it was found that this is not what happened. */
    errorAt: instant(),
  },
  (table) => [
    unique('epcis_event_id').on(table.merchantId, table.eventId),
    // The filters of the query follow the two orders.
    index('epcis_event_time').on(table.merchantId, table.eventTime, table.id, table.type, table.bizStep, table.action),
    index('epcis_event_record').on(
      table.merchantId,
      table.recordTime,
      table.id,
      table.type,
      table.bizStep,
      table.action,
    ),
    index('epcis_event_source').on(table.sourceId, table.firstAddress),
    index('epcis_event_subject').on(table.subject, table.kind),
    check(
      'epcis_event_kind',
      sql`kind in ('activation', 'shipment', 'delivery', 'log', 'recall', 'recallEnd', 'packing', 'unpacking')`,
    ),
    check('epcis_event_source', sql`source in ('batch', 'order', 'shipment', 'case', 'pallet')`),
    check('epcis_event_codes', sql`codes between 1 and 999`),
  ],
)

/** The watermark of the search for what no event tells: one row for each type of subject. */
export const epcisMark = pgTable('epcis_mark', {
  type: text().primaryKey(),
  /** What changed before this time has its events. */
  recordedTo: instant().notNull(),
})
