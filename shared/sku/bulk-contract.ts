import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { OptionalGtin } from '#shared/gs1/gtin.ts'
import { orderNamesDetails, SkuInput, skuDetailFields, unnamedDetail, withCompleteOrder } from './contract.ts'

/** Maximum lengths of the names in a spreadsheet. */
export const bulkLengths = { trademark: 120, file: 255 } as const
const fileName = z.string().trim().min(1).max(bulkLengths.file)

/** A product from a spreadsheet. Its trademark and its files are given by name; files have their names in the media list. */
export const BulkSku = z.object({
  name: SkuInput.shape.name,
  sku: SkuInput.shape.sku,
  gtin: OptionalGtin.default(null),
  trademark: z.string().trim().min(1, 'Please select a trademark').max(bulkLengths.trademark),
  details: z.object(skuDetailFields).refine(orderNamesDetails, unnamedDetail).transform(withCompleteOrder),
  images: z.array(fileName).max(5).default([]),
  certificates: z
    .array(z.object({ name: fileName, type: z.string().trim().max(80) }))
    .max(5)
    .default([]),
})
export type BulkSku = z.infer<typeof BulkSku>
const BulkList = z.array(BulkSku).min(1).max(limits.bulkSkus)

/** The errors of one row; `value` is the text with the error. */
const bulkProblems = [
  'trademark',
  'taken',
  'duplicate',
  'gtinTaken',
  'gtinDuplicate',
  'image',
  'severalImages',
  'certificate',
  'severalCertificates',
  'certificateType',
] as const
/** One of several files with the same name. `file` names it exactly, in place of its name in the media list. */
const FileChoice = z.object({
  file: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  createdAt: Instant,
})
export type FileChoice = z.infer<typeof FileChoice>

export const BulkError = z.object({
  /** Position in the list that was sent, from 1. */
  row: z.number().int(),
  problem: z.enum(bulkProblems),
  value: z.string(),
  /** Index of the image or certificate of the row, from 0. */
  place: z.number().int().optional(),
  /** The files with this name, the newest first. */
  choices: z.array(FileChoice).optional(),
})
export type BulkError = z.infer<typeof BulkError>

/** An imported list. It can be undone until codes are ordered for one of its products. */
export const SkuImport = z
  .object({
    id: Id,
    name: z.string(),
    quantity: z.number().int(),
    used: z.boolean(),
    createdAt: Instant,
    undoneAt: Instant.nullable(),
  })
  .meta({ id: 'SkuImport' })
export type SkuImport = z.infer<typeof SkuImport>

export const skuBulkContract = defineContract({
  check: {
    method: 'POST',
    path: '/sku/bulk/check',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Check a list of products row by row without adding it',
    body: BulkList,
    answer: z.object({ ready: z.number().int(), errors: z.array(BulkError) }),
    perMinute: 60,
    budget: ['imports', 'uploads'],
    bodyBytes: limits.csvBytes,
  },
  add: {
    method: 'POST',
    path: '/sku/bulk',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Add all products of a list, or none of them',
    query: z.object({ name: SingleLine(255).default('') }),
    body: BulkList,
    answer: z.object({ created: z.number().int(), import: Id }),
    idempotency: 'optional',
    perMinute: 30,
    budget: ['imports', 'uploads'],
    bodyBytes: limits.csvBytes,
  },
  imports: {
    method: 'GET',
    path: '/sku/bulk',
    access: 'officeOrPartner',
    scope: 'sku:read',
    summary: 'List the imports of products, the newest first',
    query: PageQuery,
    answer: pageOf(SkuImport),
  },
  undo: {
    method: 'DELETE',
    path: '/sku/bulk/:id',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Remove the products of an import if no codes were ordered for them',
    params: ById,
    answer: z.object({ removed: z.number().int() }),
  },
})

export const skuBulkProblems = defineProblems('skuBulk', {
  badRows: {
    status: 409,
    enUS: 'Please check your data again: {{count}} problems. Nothing was added.',
    ruRU: 'Проверьте данные: найдено ошибок — {{count}}. Ничего не добавлено.',
  },
  notFound: { status: 404, enUS: 'Import not found', ruRU: 'Загрузка не найдена' },
  undone: { status: 409, enUS: 'This import was undone already', ruRU: 'Эта загрузка уже отменена' },
  used: {
    status: 409,
    enUS: 'Codes were ordered for SKUs of this import. It cannot be undone.',
    ruRU: 'Для артикулов этой загрузки заказаны коды. Её нельзя отменить.',
  },
})
