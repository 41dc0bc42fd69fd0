import { hasNoPostcodes } from '#shared/core/fields/postcode.ts'
import type { BusinessDetails } from './contract.ts'

/** The items of a complete profile, 20 points each. */
export const profileItems = ['address', 'contactNo', 'email', 'country', 'postcode'] as const
type ProfileItem = (typeof profileItems)[number]
const pointsOfItem = 20

/** In a country without postcodes, none is required. */
export const missingItems = (details: Pick<BusinessDetails, ProfileItem>): ProfileItem[] =>
  profileItems.filter(
    (item) => details[item].trim() === '' && (item !== 'postcode' || !hasNoPostcodes(details.country)),
  )

/** The score, 0 to 100. */
export const completeness = (details: Pick<BusinessDetails, ProfileItem>): number =>
  (profileItems.length - missingItems(details).length) * pointsOfItem
