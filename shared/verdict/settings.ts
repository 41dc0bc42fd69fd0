import { z } from 'zod'
import { countries } from '#shared/core/fields/countries.ts'

const Whole = (min: number, max: number) => z.number().int().min(min).max(max)

/** How an item is used: it decides how many looks by how many people are usual. */
export const categories = ['one_owner', 'consumable', 'display', 'rental', 'resale', 'medical'] as const
export type Category = (typeof categories)[number]

/** Shares of the genuine items that a brand accepts to be warned about, between which it chooses. */
export const warnedShares = ['0.001', '0.0025', '0.005', '0.01', '0.02'] as const
export type WarnedShare = (typeof warnedShares)[number]

/** The settings of a brand for a SKU. No value disables the warning. */
export const VerdictSettings = z
  .object({
    category: z.enum(categories),
    /** The share of genuine items with a warning that the brand accepts. */
    warned: z.enum(warnedShares),
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

export const defaultSettings: VerdictSettings = {
  category: 'one_owner',
  warned: '0.005',
  markets: [],
  strangers: 3,
  shelfDays: null,
}
