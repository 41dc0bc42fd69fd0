import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import {
  ById,
  Done,
  Id,
  Instant,
  MultiLine,
  missingMessage,
  PageQuery,
  pageOf,
  SingleLine,
  UserDateTime,
} from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { Pack } from '#shared/pack/contract.ts'
import { rangeOfUnit } from '#shared/sensor/units.ts'
import { VerifyQuery } from '#shared/verify/contract.ts'

const Recipient = SingleLine(200, missingMessage('Please fill in the recipient name')).min(
  1,
  'Please fill in the recipient name',
)
const Identifier = SingleLine(120, missingMessage('Please fill in the identifier')).min(
  1,
  'Please fill in the identifier',
)
/** Name of the person who received the shipment; empty while it is not known. */
const Receiver = SingleLine(200)

/** Id of the temperature tag in the shipment; null without one. */
const ManufacturerId = SingleLine(100, missingMessage('Please select an ID')).min(1, 'Please select an ID').nullable()

/** The lowest allowed temperature of the goods in °C; null without one. */
const MinLimit = z.number().min(rangeOfUnit['°C'].min).max(rangeOfUnit['°C'].max).nullable()

export const LogisticInput = z.object({
  /** An id that the caller chose, for example offline. Without it, the server generates one. */
  id: Id.optional(),
  /** The number that people see. Without it, the server chooses a random one. */
  identifier: Identifier.optional(),
  recipient: Recipient,
  manufacturer_id: ManufacturerId,
  minlimit: MinLimit.optional(),
  note: MultiLine(2000).default(''),
  /**
   * The time of dispatch by the clock of the device that captured it. If that clock is far off, the server uses the time of
   * arrival.
   */
  shipped_at: UserDateTime.nullish(),
  /** The codes in the shipment, as printed, as long URLs or bare; for a case or pallet its SSCC, number or id. */
  addresses: z
    .array(MultiLine(500).min(1), missingMessage('Please select a file'))
    .min(1, 'Please select a file')
    .max(limits.logisticCodes),
})
export type LogisticInput = z.infer<typeof LogisticInput>

/** Optional fields that are left out stay as they are. */
export const LogisticUpdate = z.object({
  identifier: Identifier,
  recipient: Recipient.optional(),
  shipped_at: UserDateTime,
  note: MultiLine(2000).optional(),
  manufacturer_id: ManufacturerId.optional(),
  minlimit: MinLimit.optional(),
  /** Sets or removes the arrival of the shipment, and the end of its temperature log. */
  delivered: z.boolean().optional(),
  receiver: Receiver.optional(),
  logging_ended: z.boolean().optional(),
})
export type LogisticUpdate = z.infer<typeof LogisticUpdate>

export const Logistic = z
  .object({
    id: Id,
    identifier: z.string(),
    recipient: z.string(),
    note: z.string(),
    quantity: z.int(),
    manufacturer_id: z.string().nullable(),
    /** °C: readings of the tag below it are excursions. */
    minlimit: z.number().nullable(),
    /** Null until it is entered. Until then, the date of creation is used. */
    shipped_at: Instant.nullable(),
    /** Null until the delivery has arrived. */
    delivered_at: Instant.nullable(),
    receiver: z.string(),
    logging_ended_at: Instant.nullable(),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Logistic' })
export type Logistic = z.infer<typeof Logistic>

export const LogisticItem = z.object({
  address: z.string(),
  serial_no: z.int(),
  sku: z.object({ name: z.string(), sku: z.string() }),
})
export type LogisticItem = z.infer<typeof LogisticItem>

/**
 * The errors of one row of a list of codes. `shipped`: the code is in a shipment that is under way. `packed`: the case is on a pallet,
 * which is shipped instead. `apart`: the package was taken apart.
 */
export const logisticRowProblems = [
  'unreadable',
  'unknown',
  'wrongSecret',
  'ambiguous',
  'duplicate',
  'shipped',
  'packed',
  'apart',
  'unbound',
] as const
export const LogisticRowError = z.object({
  /** Position in the list that was sent, from 1. */
  row: z.int(),
  code: z.string(),
  problem: z.enum(logisticRowProblems),
})
export type LogisticRowError = z.infer<typeof LogisticRowError>
/** An error names at most this many rows. */
export const namedRows = 1000

const DeliveryState = z.object({ delivered: z.boolean(), logisticLoggingEnded: z.boolean() })
/** The shipment data for any person who scanned a code: `token` allows one action on it, until `expiresAt`. */
export const Delivery = DeliveryState.extend({
  token: z.string(),
  expiresAt: Instant,
  hasSensor: z.boolean(),
  shippedAt: Instant,
  deliveredAt: Instant.nullable(),
  loggingEndedAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

const action = {
  method: 'POST',
  access: 'public',
  query: z.object({ a: z.string().max(200) }),
  /** Issued with a scan of the code, for one use within a few minutes. */
  body: z.object({ token: z.string().max(200).default('') }),
  answer: DeliveryState,
  perMinute: 60,
} as const

const feature = 'temperature'

export const logisticContract = defineContract({
  list: {
    method: 'GET',
    path: '/logistic',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'List the shipments, the newest first',
    query: PageQuery,
    answer: pageOf(Logistic),
  },
  accessToken: {
    method: 'GET',
    path: '/logistic/accessToken',
    access: 'public',
    summary: 'Read the state of the shipment of a scanned code and get a token for one action on it',
    query: VerifyQuery,
    answer: Delivery,
    perMinute: 60,
  },
  arrived: {
    ...action,
    path: '/logistic/arrived',
    summary: 'Mark the shipment of a scanned code as arrived',
  },
  endSensorLogging: {
    ...action,
    path: '/logistic/endSensorLogging',
    summary: 'End the temperature log of the shipment of a scanned code',
  },
  read: {
    method: 'GET',
    path: '/logistic/:id',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'Read one shipment',
    params: ById,
    answer: Logistic,
  },
  create: {
    method: 'POST',
    path: '/logistic',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    feature,
    summary: 'Create a shipment with all listed codes; one invalid code rejects it',
    body: LogisticInput,
    answer: Logistic,
    perMinute: 60,
    budget: 'uploads',
    bodyBytes: limits.csvBytes,
  },
  update: {
    method: 'PUT',
    path: '/logistic/:id',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    feature,
    summary: 'Change a shipment but not its codes',
    params: ById,
    body: LogisticUpdate,
    answer: Logistic,
  },
  remove: {
    method: 'DELETE',
    path: '/logistic/:id',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    feature,
    summary: 'Remove a shipment so that its codes can be shipped again',
    params: ById,
    answer: Done,
  },
  items: {
    method: 'GET',
    path: '/payloads/byLogisticId/:id',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'List the codes of a shipment',
    params: ById,
    query: PageQuery,
    answer: pageOf(LogisticItem),
  },
  packages: {
    method: 'GET',
    path: '/logistic/:id/packages',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'List the cases and pallets that a shipment took, the outermost ones',
    params: ById,
    query: PageQuery.pick({ page: true, limit: true }),
    answer: pageOf(Pack),
  },
})

export const logisticProblems = defineProblems('logistic', {
  notFound: { status: 404, enUS: 'Shipment not found', ruRU: 'Отправление не найдено' },
  badRows: {
    status: 409,
    enUS: 'Codes that cannot be shipped: {{count}}. Nothing was changed.',
    ruRU: 'Не удаётся отправить кодов: {{count}}. Ничего не изменено.',
  },
  tooMany: {
    status: 409,
    enUS: 'A shipment has at most {{most}} codes. Divide it.',
    ruRU: 'В отправлении не больше {{most}} кодов. Разделите его.',
  },
  shipped: {
    status: 409,
    enUS: '{{count}} codes of this shipment are in another one that is under way',
    ruRU: 'Кодов этого отправления в другом незавершённом отправлении: {{count}}',
  },
  changed: {
    status: 409,
    enUS: 'The shipment was changed meanwhile, so it stays',
    ruRU: 'Отправление успели изменить, поэтому оно не удалено',
  },
  noShipment: {
    status: 404,
    enUS: 'This code is not in a shipment',
    ruRU: 'Этот код не входит ни в одно отправление',
  },
  noScan: { status: 404, enUS: 'Please scan the code again', ruRU: 'Отсканируйте код ещё раз' },
  noLog: {
    status: 409,
    enUS: 'This shipment has no temperature log',
    ruRU: 'У этого отправления нет журнала температуры',
  },
})
