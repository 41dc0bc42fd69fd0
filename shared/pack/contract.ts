import { z } from 'zod'
import { defineContract, type Route } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import {
  ById,
  Id,
  Instant,
  MultiLine,
  missingMessage,
  PageQuery,
  pageOf,
  SingleLine,
  UserDateTime,
} from '#shared/core/fields/fields.ts'
import { megabyte } from '#shared/core/limits/limits.ts'
import { prefixDigits } from '#shared/gs1/sscc.ts'

/** Codes are packed into cases, cases onto pallets. */
export const packKinds = ['case', 'pallet'] as const
export const PackKind = z.enum(packKinds)
export type PackKind = z.infer<typeof PackKind>

/** Codes in a case, and cases on a pallet, at most. */
export const maxContents = { case: 1000, pallet: 200 } as const satisfies Record<PackKind, number>

export const PackInput = z
  .object({
    /** An id that the caller chose, for example offline. Without it, the server generates one. */
    id: Id.optional(),
    kind: PackKind,
    /** The codes in a case, as printed or as URLs; the cases on a pallet by SSCC, number or id. */
    contents: z.array(MultiLine(500).min(1)).min(1).max(maxContents.case),
    /** When it was packed, by the clock of the device. If that clock is far off, the server uses the time of arrival. */
    packed_at: UserDateTime.optional(),
  })
  .check(({ value: { kind, contents }, issues }) => {
    const maximum = maxContents[kind]
    if (contents.length > maximum)
      issues.push({ code: 'too_big', origin: 'array', maximum, inclusive: true, path: ['contents'], input: contents })
  })
export type PackInput = z.infer<typeof PackInput>

export const Unpacking = z.object({
  reason: SingleLine(200, missingMessage('Please give a reason')).min(1, 'Please give a reason'),
})
export type Unpacking = z.infer<typeof Unpacking>

export const Pack = z
  .object({
    id: Id,
    kind: PackKind,
    /** 18 digits; null if the merchant had no company prefix when it was packed. */
    sscc: z.string().nullable(),
    /** The number that people see where there is no SSCC. */
    identifier: z.string(),
    /** Number of codes, of a pallet those in all of its cases. */
    quantity: z.int(),
    /** Number of cases of a pallet; 0 of a case. */
    cases: z.int(),
    /** The pallet on which a case is now. */
    pallet_id: Id.nullable(),
    packed_at: Instant,
    /** Null until it is taken apart. */
    unpacked_at: Instant.nullable(),
    unpack_reason: z.string().nullable(),
    version: z.int(),
    createdAt: Instant,
  })
  .meta({ id: 'Pack' })
export type Pack = z.infer<typeof Pack>

/** What is in a package, or was until it was taken apart. */
export const PackContent = z.object({
  /** The code, of a case. */
  address: z.string().nullable(),
  serial_no: z.int().nullable(),
  product: z.string().nullable(),
  /** The case, of a pallet. */
  pack: Pack.nullable(),
})
export type PackContent = z.infer<typeof PackContent>

/** The errors of one row. `packed`: it is in another package. `apart`: the case was taken apart. `unbound`: a blank code without a product. */
export const packRowProblems = [
  'unreadable',
  'unknown',
  'wrongSecret',
  'ambiguous',
  'duplicate',
  'packed',
  'apart',
  'unbound',
] as const
export type PackRowProblem = (typeof packRowProblems)[number]
const PackRowError = z.object({ row: z.int(), code: z.string(), problem: z.enum(packRowProblems) })
export type PackRowError = z.infer<typeof PackRowError>

export const PackNumbering = z.object({
  /** Null until the merchant enters it: packages then have no SSCC. */
  company_prefix: z.string().nullable(),
  /** The place of the next SSCC in the series of the prefix. */
  next: z.int(),
})

export type PackNumbering = z.infer<typeof PackNumbering>

const Prefix = z
  .string()
  .trim()
  .regex(new RegExp(`^\\d{${prefixDigits.min},${prefixDigits.max}}$`), 'Please enter a number')

export const PackNumberingInput = z.object({
  company_prefix: Prefix.nullable(),
  /** A merchant who gave SSCCs elsewhere begins behind them. It cannot be lower than the stored one. */
  next: z.int().min(0).max(9_999_999_999_999).optional(),
})
/** In a form, an empty text stands for no prefix. */
export const PackNumberingForm = PackNumberingInput.extend({ company_prefix: Prefix.or(z.literal('')) })
export type PackNumberingInput = z.infer<typeof PackNumberingInput>

export const packContract = defineContract({
  list: {
    method: 'GET',
    path: '/packages',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    summary: 'List the cases and pallets, the newest first; search by SSCC, number or a code inside',
    query: PageQuery,
    answer: pageOf(Pack),
  },
  numbering: {
    method: 'GET',
    path: '/packages/numbering',
    access: 'anyMerchantRole',
    summary: 'Read the company prefix from which SSCCs are made',
    answer: PackNumbering,
  },
  setNumbering: {
    method: 'PUT',
    path: '/packages/numbering',
    access: 'confirmedMerchant',
    summary: 'Set the company prefix from which SSCCs are made',
    body: PackNumberingInput,
    answer: PackNumbering,
  },
  check: {
    method: 'POST',
    path: '/packages/check',
    access: 'merchantOrDealer',
    summary: 'Check codes or cases before they are packed; nothing is changed',
    body: z.object({ kind: PackKind, contents: PackInput.shape.contents }),
    answer: z.object({ errors: z.array(PackRowError) }),
    perMinute: 120,
  },
  read: {
    method: 'GET',
    path: '/packages/:id',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    summary: 'Read one case or pallet',
    params: ById,
    answer: Pack,
  },
  contents: {
    method: 'GET',
    path: '/packages/:id/contents',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    summary: 'List the codes of a case or the cases of a pallet, also after it was taken apart',
    params: ById,
    query: PageQuery,
    answer: pageOf(PackContent),
  },
  create: {
    method: 'POST',
    path: '/packages',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    summary: 'Pack codes into a case or cases onto a pallet; one invalid row rejects it',
    body: PackInput,
    answer: Pack,
    perMinute: 120,
    bodyBytes: megabyte,
  },
  unpack: {
    method: 'POST',
    path: '/packages/:id/unpack',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    summary: 'Take a case or pallet apart so that its contents can be packed again',
    params: ById,
    body: Unpacking,
    answer: Pack,
  },
})

/** The logistic label: the SSCC as GS1-128 barcode, the contents in words. */
export const packLabelRoute = {
  method: 'GET',
  path: '/packages/:id/label',
  access: 'anyMerchantRole',
  scope: 'shipments:read',
  summary: 'Download the label of a case or pallet as a PDF of 105 × 148 mm',
  params: ById,
  query: z.object({ language: z.enum(['enUS', 'ruRU']).default('enUS') }),
  answer: z.unknown(),
  perMinute: 60,
  budget: 'pdfs',
} as const satisfies Route

export const packProblems = defineProblems('pack', {
  notFound: { status: 404, enUS: 'Package not found', ruRU: 'Упаковка не найдена' },
  badRows: {
    status: 409,
    enUS: 'Entries that cannot be packed: {{count}}. Nothing was changed.',
    ruRU: 'Не удаётся упаковать: {{count}}. Ничего не изменено.',
  },
  onPallet: {
    status: 409,
    enUS: 'This case is on a pallet. Take the pallet apart first.',
    ruRU: 'Этот короб на паллете. Сначала разберите паллету.',
  },
  noNumbers: {
    status: 409,
    enUS: 'All SSCCs of your company prefix are used. Enter another prefix in the numbering of packages.',
    ruRU: 'Все номера SSCC вашего префикса израсходованы. Укажите другой префикс в настройках нумерации упаковок.',
  },
  numberingBack: {
    status: 409,
    enUS: 'The next number must be at least {{least}}, because the ones before are used',
    ruRU: 'Следующий номер должен быть не меньше {{least}}: предыдущие уже использованы',
  },
  numberingLong: {
    status: 409,
    enUS: 'With this prefix, the next number must be below {{most}}',
    ruRU: 'С этим префиксом следующий номер должен быть меньше {{most}}',
  },
})
