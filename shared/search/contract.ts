import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { SingleLine } from '#shared/core/fields/fields.ts'

/** The kinds of results, in their order. */
const foundKinds = ['sku', 'order', 'batch', 'shipment', 'case', 'code'] as const
export type FoundKind = (typeof foundKinds)[number]

export const SearchHit = z.object({
  kind: z.enum(foundKinds),
  /** Of a code: its address. */
  id: z.string(),
  /** The name or number that people know it by. */
  name: z.string(),
  detail: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>

export const searchContract = defineContract({
  find: {
    method: 'GET',
    path: '/search',
    access: 'officeOrPartner',
    summary: 'Find codes, SKUs, orders, activations, shipments and cases of the merchant, at most 5 of each',
    query: z.object({ q: SingleLine(200).min(2) }),
    answer: z.object({
      /** The address of a code of the merchant, if the text is one. */
      code: z.string().nullable(),
      found: z.array(SearchHit),
    }),
    perMinute: 240,
  },
})

/** The screen that shows a result. */
export function foundPath({ kind, id, name }: Pick<SearchHit, 'kind' | 'id' | 'name'>): string {
  const search = encodeURIComponent(name)
  const paths: Record<FoundKind, string> = {
    sku: `/sku?search=${search}`,
    order: `/generatecode?search=${search}`,
    batch: `/activatecode?search=${search}`,
    shipment: `/logistic?search=${search}`,
    case: `/alerts?search=${search}`,
    code: `/code?a=${id}`,
  }
  return paths[kind]
}
