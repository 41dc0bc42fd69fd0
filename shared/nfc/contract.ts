import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, maxInt32 } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'

/** Tags of one upload. Keys of more tags would be calculated for too long at once. */
export const maxTags = 2000

const SerialNo = z.int().positive().max(maxInt32)
/** The UID of a chip as a reader shows it: 7 bytes in hex digits. */
const Uid = z
  .string()
  .max(30)
  .transform((text) => text.replace(/[\s:-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^04[0-9A-F]{12}$/))

export const TagInput = z.object({ serial_no: SerialNo, uid: Uid })
export type TagInput = z.infer<typeof TagInput>

const Key = z.string()
/** What an encoder writes to a chip, in hex digits. */
export const TagKeys = z
  .object({
    serial_no: z.number().int(),
    uid: z.string(),
    key_0: Key,
    key_1: Key,
    key_2: Key,
    key_3: Key,
    key_4: Key,
    file_settings: z.string(),
  })
  .meta({ id: 'TagKeys' })
export type TagKeys = z.infer<typeof TagKeys>

/**
 * - serial: the order has no code with this number · duplicate: the list contains the number or the UID before
 * - hasTag: the code has a tag, whose keys were given · uidTaken: the UID is that of another tag
 */
export const tagProblems = ['serial', 'duplicate', 'hasTag', 'uidTaken'] as const
/** `row`: position in the list, from 1. */
const TagError = z.object({ row: z.number().int(), problem: z.enum(tagProblems) })
export type TagError = z.infer<typeof TagError>

/** `enabled`: whether the operator of this installation has set the key for tags. */
const TagTotals = z
  .object({ enabled: z.boolean(), tagged: z.number().int(), tapped: z.number().int() })
  .meta({ id: 'TagTotals' })
export type TagTotals = z.infer<typeof TagTotals>

export const nfcContract = defineContract({
  totals: {
    method: 'GET',
    path: '/nfc/order/:id',
    access: 'officeOrPartner',
    scope: 'codes:read',
    summary: 'Count the codes of an order with an NFC tag, and the tags that were tapped',
    params: ById,
    answer: TagTotals,
  },
  register: {
    method: 'POST',
    path: '/nfc/order/:id/tags',
    access: 'confirmedMerchant',
    scope: 'codes:write',
    summary: 'Bind chips to codes of an order and get the keys of each chip, once',
    params: ById,
    /** `upload`: a new random one for each list. A list that is sent again with it gets the same keys. */
    body: z.object({ upload: z.uuid(), tags: z.array(TagInput).min(1).max(maxTags) }),
    answer: z.object({ tags: z.array(TagKeys) }),
    perMinute: 60,
    budget: 'imports',
    bodyBytes: limits.csvBytes,
  },
})

/** Personalisation data for an encoder. They contain no secret. */
export const tagExportRoute = {
  method: 'GET',
  path: '/nfc/order/:id/templates',
  access: 'merchant',
  scope: 'codes:read',
  summary: 'Download what an encoder writes to the NFC tags of an order as CSV',
  params: ById,
  query: z.object({
    first: z.coerce.number().int().positive().max(maxInt32).default(1),
    last: z.coerce.number().int().positive().max(maxInt32).optional(),
  }),
  answer: z.unknown(),
  perMinute: 30,
  budget: 'exports',
} as const

export const nfcProblems = defineProblems('nfc', {
  off: {
    status: 409,
    enUS: 'NFC tags are not set up on this installation. Ask its operator to set NFC_KEY.',
    ruRU: 'NFC-метки не настроены в этой установке. Попросите её администратора задать NFC_KEY.',
  },
  badRows: {
    status: 409,
    enUS: 'Nothing was bound: {{count}} rows cannot be used. Correct them and upload the list again.',
    ruRU: 'Ничего не привязано: не подходят строки ({{count}}). Исправьте их и загрузите список ещё раз.',
  },
  noCodes: {
    status: 400,
    enUS: 'The order has no codes with these serial numbers. It has numbers 1 to {{most}}.',
    ruRU: 'В заказе нет кодов с такими номерами. Номера в нём: от 1 до {{most}}.',
  },
})
