import { z } from 'zod'

const Whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** What a brand may set for a SKU. No value switches the band off: every threshold has a largest one. */
export const VerdictSettings = z
  .object({
    /** Days that visitors and jumps are counted over. */
    days: Whole(7, 365),
    /** Different shoppers in that time from which on one item hardly explains them. */
    visitors: Whole(3, 30),
    /** Pairs of visits, each of its own two phones, that no traveller can make. */
    jumps: Whole(1, 10),
    /** Countries where the product is sold; empty: everywhere. */
    markets: z.array(z.string().regex(/^[A-Z]{2}$/)).max(250),
    /** Different shoppers outside of the markets from which on it is said. */
    strangers: Whole(1, 20),
    /** Days after activation until the product is past its date; null: it keeps. */
    shelfDays: Whole(1, 36_500).nullable(),
  })
  .meta({ id: 'VerdictSettings' })
export type VerdictSettings = z.infer<typeof VerdictSettings>

/** Chosen from docs/verdict.md. */
export const defaultSettings: VerdictSettings = {
  days: 180,
  visitors: 8,
  jumps: 2,
  markets: [],
  strangers: 3,
  shelfDays: null,
}
