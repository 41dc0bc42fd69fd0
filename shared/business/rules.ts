import { hasNoPostcodes } from '#shared/core/fields/postcode.ts'
import type { BusinessDetails } from './contract.ts'

/** What completes a profile, each for 20 points. */
export const profileItems = ['address', 'contactNo', 'email', 'country', 'postcode'] as const
export type ProfileItem = (typeof profileItems)[number]
const pointsOfItem = 20

/** A country without postcodes leaves none to fill in. */
export const missingItems = (details: Pick<BusinessDetails, ProfileItem>): ProfileItem[] =>
  profileItems.filter(
    (item) => details[item].trim() === '' && (item !== 'postcode' || !hasNoPostcodes(details.country)),
  )

/** 0 to 100. */
export const completeness = (details: Pick<BusinessDetails, ProfileItem>): number =>
  (profileItems.length - missingItems(details).length) * pointsOfItem
