import type { Customization, CustomizationStatus } from '#shared/customization/contract.ts'
import { customizationStatusOf } from '#shared/customization/rules.ts'
import type { Sku } from '#shared/sku/contract.ts'

/** How far the page of a product has come, as the list of products says it. */
export const statusOfProduct = ({ details }: Sku): CustomizationStatus =>
  customizationStatusOf(details.customization as Pick<Customization, 'isDraft'> | null | undefined)
