import type { BrandContact } from '#shared/verdict/contract.ts'

/** What a shopper who has only a GTIN is told about its product. */
export type NamedProduct = {
  name: string
  brand: string
  contact: BrandContact | null
  /** The recalls of all its items that are in force, the newest first. */
  recalls: readonly { message: string; at: string }[]
  /** Whether some of its items are recalled. */
  hasRecalledItems: boolean
}
