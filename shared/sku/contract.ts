import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant, PageQuery, pageOf, SingleLine, StoredFile } from '#shared/core/fields/fields.ts'
import { OptionalPublicUrl } from '#shared/core/fields/public-url.ts'
import { OptionalGtin } from '#shared/gs1/gtin.ts'
import { OpenReviewNote, ReviewNote, ReviewQuery, ReviewStatus } from '#shared/review/status.ts'

export const certificateTypes = ['Halal', 'ISO 9001'] as const

/** Products of the demo merchant that are public. */
export const demoSkuNames = ['Highland Black Tea', 'Highland Green Tea', 'Mountain Oolong'] as const

export const CertificateInput = StoredFile.extend({
  type: z.enum(certificateTypes),
  title: SingleLine(120).min(1, 'Please fill in this field'),
})
export const Certificate = CertificateInput.extend({ id: Id, status: ReviewStatus })
export type Certificate = z.infer<typeof Certificate>

/** A certificate in a review, with its product. */
export const SubmittedCertificate = Certificate.extend({
  review_note: OpenReviewNote,
  merchant: Id,
  business_name: z.string(),
  brand: z.string(),
  skuId: Id,
  sku: z.string(),
}).meta({ id: 'SubmittedCertificate' })
export type SubmittedCertificate = z.infer<typeof SubmittedCertificate>

/** Maximum lengths of texts; `key` and `value` are those of a detail. */
export const skuLengths = { name: 120, sku: 80, key: 80, value: 500 } as const
const label = SingleLine(skuLengths.key).min(1)

/** Of one product. */
export const mostDetails = 40

/** The product details for shoppers; `sku_details_order` contains the order of the keys. Keys that it leaves out follow. */
export const skuDetailFields = {
  sku_details: z
    .record(label, z.string().trim().max(skuLengths.value))
    .refine((details) => Object.keys(details).length <= mostDetails, 'At most 40 details')
    .default({}),
  sku_details_order: z.array(label).max(mostDetails).default([]),
}
type OrderedDetails = { sku_details: Record<string, string>; sku_details_order: string[] }
export const orderNamesDetails = ({ sku_details, sku_details_order }: OrderedDetails) =>
  new Set(sku_details_order).size === sku_details_order.length &&
  sku_details_order.every((key) => Object.hasOwn(sku_details, key))
export const unnamedDetail = { message: 'Every detail needs its own name', path: ['sku_details_order'] }
export const withCompleteOrder = <D extends OrderedDetails>(details: D): D => ({
  ...details,
  sku_details_order: [...new Set([...details.sku_details_order, ...Object.keys(details.sku_details)])],
})

export const SkuDetails = z
  .object({
    images: z.array(StoredFile).max(10).default([]),
    ...skuDetailFields,
    verify_url: OptionalPublicUrl,
  })
  .refine(orderNamesDetails, unnamedDetail)
export type SkuDetails = z.infer<typeof SkuDetails>

export const SkuInput = z.object({
  name: SingleLine(skuLengths.name).min(1, 'Please fill in the name'),
  sku: SingleLine(skuLengths.sku).min(1, 'Please fill in the SKU'),
  gtin: OptionalGtin.default(null),
  trademarkId: z.uuid('Please select a trademark'),
  details: SkuDetails.transform(withCompleteOrder),
  certificates: z.array(CertificateInput).max(10).default([]),
})
export type SkuInput = z.infer<typeof SkuInput>
/** Without `certificates` or `gtin`, those of the product stay. */
export const SkuUpdate = SkuInput.extend({
  gtin: OptionalGtin.optional(),
  certificates: SkuInput.shape.certificates.unwrap().optional(),
})
export type SkuUpdate = z.infer<typeof SkuUpdate>

export const Sku = z
  .object({
    id: Id,
    merchant: Id,
    business_name: z.string(),
    name: z.string(),
    sku: z.string(),
    /** With 14 digits. */
    gtin: z.string().nullable(),
    trademarkId: Id,
    trademark: z.object({ registration_name: z.string(), status: z.string() }),
    active: z.boolean(),
    details: z.looseObject({
      images: z.array(StoredFile),
      sku_details: z.record(z.string(), z.string()),
      sku_details_order: z.array(z.string()),
      verify_url: z.string(),
      customization: z.looseObject({ hideDefaultButton: z.boolean().optional() }).nullish(),
    }),
    certificates: z.array(Certificate.extend({ review_note: OpenReviewNote.optional() })),
    createdAt: Instant,
  })
  .meta({ id: 'Sku' })
export type Sku = z.infer<typeof Sku>

/** The certificate itself names it as well as its id. */
const CertificateId = Id.or(z.object({ id: Id }).transform(({ id }) => id))

export const SkuQuery = PageQuery.extend({ active: z.enum(['yes', 'no']).optional() })
export type SkuQuery = z.infer<typeof SkuQuery>

export const skuContract = defineContract({
  list: {
    method: 'GET',
    path: '/sku',
    access: 'signedIn',
    scope: 'sku:read',
    summary: 'List the products of the merchant; administrators see all merchants',
    query: SkuQuery,
    answer: pageOf(Sku),
  },
  demo: {
    method: 'GET',
    path: '/sku/demo',
    access: 'public',
    summary: 'List the demo products',
    query: PageQuery,
    answer: pageOf(Sku),
  },
  certificates: {
    method: 'GET',
    path: '/sku/certificate',
    access: 'admin',
    summary: 'List the certificates of all products, pending ones first',
    query: ReviewQuery,
    answer: pageOf(SubmittedCertificate),
  },
  read: {
    method: 'GET',
    path: '/sku/:id',
    access: 'signedIn',
    scope: 'sku:read',
    summary: 'Read one product',
    params: ById,
    answer: Sku,
  },
  create: {
    method: 'POST',
    path: '/sku',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Add a product',
    body: SkuInput,
    answer: Sku,
  },
  update: {
    method: 'PUT',
    path: '/sku/:id',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Change a product',
    params: ById,
    body: SkuUpdate,
    answer: Sku,
  },
  setActive: {
    method: 'PUT',
    path: '/sku/active/:id',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Activate or deactivate a product; codes can be ordered only for active products',
    params: ById,
    body: z.object({ active: z.boolean() }),
    answer: Sku,
  },
  remove: {
    method: 'DELETE',
    path: '/sku/:id',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Remove a product without orders',
    params: ById,
    answer: Done,
  },
  setCertificateStatus: {
    method: 'PUT',
    path: '/sku/status/:id',
    access: 'admin',
    summary: 'Set the review status of a certificate',
    params: ById,
    body: z.object({ certificate: CertificateId, status: ReviewStatus, note: ReviewNote.optional() }),
    answer: Sku,
  },
})

export const skuProblems = defineProblems('sku', {
  notFound: { status: 404, enUS: 'SKU not found', ruRU: 'Артикул не найден' },
  taken: { status: 409, enUS: 'The SKU {{sku}} exists already', ruRU: 'Артикул {{sku}} уже существует' },
  gtinTaken: {
    status: 409,
    enUS: 'Another active SKU has the GTIN {{gtin}}. Each GTIN belongs to one product.',
    ruRU: 'GTIN {{gtin}} уже у другого включённого артикула. Один GTIN — один товар.',
  },
  gtinPrinted: {
    status: 409,
    enUS: 'Codes with the GTIN {{gtin}} were ordered, and it is part of their links. Add another SKU for another GTIN.',
    ruRU: 'Заказаны коды с GTIN {{gtin}}, он входит в их ссылки. Для другого GTIN добавьте другой артикул.',
  },
  noTrademark: { status: 400, enUS: 'Please select a trademark', ruRU: 'Выберите товарный знак' },
  file: { status: 400, enUS: 'Please upload the file {{name}} again', ruRU: 'Загрузите файл {{name}} ещё раз' },
  inUse: {
    status: 409,
    enUS: 'Codes were ordered for this SKU, or its passport was published. It cannot be removed.',
    ruRU: 'Для этого артикула заказаны коды или опубликован паспорт. Его нельзя удалить.',
  },
  noCertificate: { status: 404, enUS: 'Certificate not found', ruRU: 'Сертификат не найден' },
})
