import type { Customization, CustomizationStatus } from '#shared/customization/contract.ts'
import { customizationStatusOf } from '#shared/customization/rules.ts'
import type { Sku } from '#shared/sku/contract.ts'

/** The status of a product's page in the list. */
export const statusOfProduct = ({ details }: Sku): CustomizationStatus =>
  customizationStatusOf(details.customization as Pick<Customization, 'isDraft'> | null | undefined)
