import { z } from 'zod'
import { StoredFile } from '#shared/core/fields/fields.ts'
import { linkUrlProblem } from '#shared/core/fields/web-url.ts'
import { certificateTypes, mostDetails, type Sku, SkuDetails, SkuInput } from '#shared/sku/contract.ts'

const { name, sku, gtin, trademarkId } = SkuInput.shape
const { images, verify_url } = SkuDetails.shape

/** The values of the form: details are rows, so that they can be reordered while two of them have no name yet. */
export const SkuForm = z.object({
  name,
  sku,
  gtin,
  trademarkId,
  images,
  verify_url,
  rows: z
    .array(
      z.object({
        key: z.string().trim().min(1, 'Please fill in the name').max(80),
        value: z.string().trim().min(1, 'Please fill in this field').max(500),
      }),
    )
    .max(mostDetails, 'At most 40 details')
    .refine((rows) => new Set(rows.map(({ key }) => key)).size === rows.length, 'Every detail needs its own name'),
  certificates: z
    .array(
      z.object({
        type: z.enum(certificateTypes),
        title: z.string().trim().min(1, 'Please fill in this field').max(120),
        file: StoredFile,
      }),
    )
    .max(10),
})
export type SkuFormIn = z.input<typeof SkuForm>
export type SkuFormOut = z.output<typeof SkuForm>

export function skuValuesOf(product: Sku | undefined): SkuFormOut {
  if (!product)
    return { name: '', sku: '', gtin: null, trademarkId: '', images: [], verify_url: '', rows: [], certificates: [] }
  const { images, verify_url, sku_details, sku_details_order } = product.details
  return {
    name: product.name,
    sku: product.sku,
    gtin: product.gtin,
    trademarkId: product.trademarkId,
    images,
    // Clears a URL that the page no longer uses, because the form does not show it then.
    verify_url: linkUrlProblem(verify_url) ? '' : verify_url,
    rows: sku_details_order.map((key) => ({ key, value: sku_details[key] ?? '' })),
    certificates: product.certificates.map(({ type, title, hash, ext, name, mime, size }) => ({
      type,
      title,
      file: { hash, ext, name, mime, size },
    })),
  }
}

/** A new product with the values of another one, without those that must be unique. */
export const copyOf = (product: Sku, name: string): SkuFormOut => ({
  ...skuValuesOf(product),
  name: name.slice(0, 120),
  sku: '',
  gtin: null,
})

export function skuInputOf({ rows, images, verify_url, certificates, ...facts }: SkuFormOut): SkuInput {
  return {
    ...facts,
    details: {
      images,
      verify_url,
      sku_details: Object.fromEntries(rows.map(({ key, value }) => [key, value])),
      sku_details_order: rows.map(({ key }) => key),
    },
    certificates: certificates.map(({ file, ...words }) => ({ ...file, ...words })),
  }
}
