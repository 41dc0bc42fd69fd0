import { z } from 'zod'
import { countries } from '#shared/core/fields/countries.ts'

const Whole = (min: number, max: number) => z.number().int().min(min).max(max)

/** The settings of a brand for a SKU. No value disables the warning: every threshold has a maximum. */
export const VerdictSettings = z
  .object({
    /** Days over which visitors and jumps are counted. */
    days: Whole(7, 365),
    /** Number of different shoppers in that time that one item hardly explains. */
    visitors: Whole(3, 30),
    /** Pairs of visits with two different phones that no traveller can make. */
    jumps: Whole(1, 10),
    /** Countries where the product is sold; empty means everywhere. */
    markets: z.array(z.string().regex(/^[A-Z]{2}$/)).max(250),
    /** Number of different shoppers outside of the markets at which the rule fires. */
    strangers: Whole(1, 20),
    /** Days after activation until the product is past its date; null if it never is. */
    shelfDays: Whole(1, 36_500).nullable(),
  })
  .meta({ id: 'VerdictSettings' })
export type VerdictSettings = z.infer<typeof VerdictSettings>

/** Kosovo has no ISO code; databases of locations, from which scans have their country, use XK. */
export const marketCountries: readonly string[] = [...countries, 'XK']
const isMarket = new Set(marketCountries)

/**
 * The settings that a brand saves. A code that no scan can have, such as UK, would make all shoppers of that country
 * strangers. Stored settings may have such codes, because they were not checked before.
 */
export const VerdictSettingsInput = VerdictSettings.extend({
  markets: VerdictSettings.shape.markets.refine(
    (codes) => codes.every((code) => isMarket.has(code)),
    'Please choose countries from the list',
  ),
})

/** Derived in docs/verdict.md. */
export const defaultSettings: VerdictSettings = {
  days: 180,
  visitors: 8,
  jumps: 2,
  markets: [],
  strangers: 3,
  shelfDays: null,
}
