import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { ErrorBehaviour } from '#shared/epcis/capture-contract.ts'
import type { epcisActions, epcisTypes } from '#shared/epcis/contract.ts'
import type { CaptureErrorName } from './capture/read-document.ts'

/** What an event of Assay itself tells. */
export const ownKinds = [
  ...(['activation', 'shipment', 'delivery', 'log', 'recall', 'recallEnd', 'packing', 'unpacking'] as const),
] as const
export type OwnKind = (typeof ownKinds)[number]
/**
 * Which rows list the things of an event: codes or packages. They never change. `shipment`: the codes of a shipment outside of its packages;
 * `shippedPacks`: these packages. `recalled`: the blank codes that a recall is about.
 */
export type EpcisSource = 'batch' | 'order' | 'shipment' | 'shippedPacks' | 'case' | 'pallet' | 'recalled'

/**
 * An event about some codes in a row of their addresses. The codes are not stored again: `source` says which rows list them, from
 * `firstAddress` to `lastAddress`, so an order of a million codes needs two thousand rows. Packages have their ids in place of
 * addresses.
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
    /** The id of the batch, order, shipment, case, pallet or recall whose rows list the things. */
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
    check(
      'epcis_event_source',
      sql`source in ('batch', 'order', 'shipment', 'shippedPacks', 'case', 'pallet', 'recalled')`,
    ),
    check('epcis_event_codes', sql`codes between 1 and 999`),
  ],
)

/** The watermark of the search for what no event tells: one row for each type of subject. */
export const epcisMark = pgTable('epcis_mark', {
  type: text().primaryKey(),
  /** What changed before this time has its events. */
  recordedTo: instant().notNull(),
})

/** An event that a partner has reported. It is the partner's word, and stored apart from what Assay itself knows. */
export const epcisCaptured = pgTable(
  'epcis_captured',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The id by its content: the same event is stored once. */
    hashId: text().notNull(),
    /** The id that its reporter gave it; otherwise the hash id. */
    eventId: text().notNull(),
    /** Who reported it: the name of the API key at that time, or what a person entered. */
    reporter: text().notNull(),
    /** The key or the account that reported it. */
    reporterId: uuid().notNull(),
    /** Number of its own codes and packages. */
    codes: integer().notNull(),
    type: text().$type<(typeof epcisTypes)[number]>().notNull(),
    /** Null for a transformation. */
    action: text().$type<(typeof epcisActions)[number]>(),
    /** A URI; empty without one. */
    bizStep: text().notNull(),
    eventTime: instant().notNull(),
    recordTime: instant().notNull(),
    /** What it tells, as it was sent. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The prefixes of its fields. */
    namespaces: jsonb().$type<Record<string, string>>().notNull(),
    /** When its reporter declared that this did not happen. */
    errorAt: instant(),
    /** When the merchant hid it. The row stays, so that it is not stored again. */
    removedAt: instant(),
  },
  (table) => [
    unique('epcis_captured_of_merchant').on(table.merchantId, table.id),
    unique('epcis_captured_hash').on(table.merchantId, table.hashId),
    unique('epcis_captured_event').on(table.merchantId, table.eventId),
    index('epcis_captured_time')
      .on(table.merchantId, table.eventTime, table.id, table.type, table.bizStep, table.action)
      .where(sql`removed_at is null`),
    index('epcis_captured_record')
      .on(table.merchantId, table.recordTime, table.id, table.type, table.bizStep, table.action)
      .where(sql`removed_at is null`),
  ],
)

/** A code (by its address) or a package (by its id) of the merchant in an event that a partner has reported. */
export const epcisCapturedThing = pgTable(
  'epcis_captured_thing',
  {
    merchantId: uuid().notNull(),
    eventId: uuid().notNull(),
    thing: uuid().notNull(),
    place: text().$type<'item' | 'parent'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.thing, table.place] }),
    index('epcis_captured_thing_thing').on(table.thing),
    foreignKey({
      name: 'epcis_captured_thing_event',
      columns: [table.merchantId, table.eventId],
      foreignColumns: [epcisCaptured.merchantId, epcisCaptured.id],
    }),
    check('epcis_captured_thing_place', sql`place in ('item', 'parent')`),
  ],
)

/** A call that reported events, and what became of it. Deleted after 30 days. */
export const epcisCapture = pgTable(
  'epcis_capture',
  {
    id: id(),
    merchantId: uuid().notNull(),
    reporterId: uuid().notNull(),
    behaviour: text().$type<ErrorBehaviour>().notNull(),
    events: integer().notNull(),
    errors: jsonb().$type<{ event: number; error: CaptureErrorName }[]>().notNull(),
    createdAt: createdAt(),
    finishedAt: instant().notNull(),
  },
  (table) => [
    index('epcis_capture_created').on(table.merchantId, table.createdAt, table.id),
    check('epcis_capture_behaviour', sql`behaviour in ('rollback', 'proceed')`),
  ],
)
