import { Customization } from '#shared/customization/contract.ts'
import { visibleCustomization } from '#shared/customization/rules.ts'

type Details = Readonly<Record<string, unknown>> | null
type Product = { details: Details; approved: readonly string[]; features: readonly string[] }

/** The customization of a product for shoppers. Stored data that does not match today's shape counts as none. */
export function publishedCustomization({ details, approved, features }: Product): Customization | null {
  const saved = savedCustomization(details)
  return visibleCustomization(
    saved,
    approved.map((id) => ({ id })),
    features,
  )
}

export function savedCustomization(details: Details): Customization | null {
  if (details?.customization === undefined) return null
  const { success, data } = Customization.safeParse(details.customization)
  return success ? data : null
}
