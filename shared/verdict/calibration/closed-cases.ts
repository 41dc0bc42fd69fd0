import { z } from 'zod'
import type { FeatureName } from '#shared/verdict/score/features.ts'
import { categories } from '#shared/verdict/settings.ts'

/** The reasons of a closed case that say whether the code was copied. */
export const decidedReasons = ['copy', 'display', 'owner', 'mistake'] as const

const Count = z.number().min(0).max(1000)

/** A code whose warning a brand decided: what its visits count where its score was largest, and nothing by which it could be found. */
const ClosedCase = z.strictObject({
  category: z.enum(categories),
  reason: z.enum(decidedReasons),
  features: z.strictObject({
    kinds: Count,
    networks: Count,
    newPhones: Count,
    recentPhones: Count,
    recentNetworks: Count,
  } satisfies Record<FeatureName, z.ZodType>),
})
export type ClosedCase = z.infer<typeof ClosedCase>

/** What `server/verify/calibration/closed-cases-command.ts` writes and `npm run verdict -- fit --cases` reads. */
export const ClosedCases = z.strictObject({ format: z.literal('assay-closed-cases/1'), cases: z.array(ClosedCase) })
export type ClosedCases = z.infer<typeof ClosedCases>
