import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { ById, Instant } from '#shared/core/fields/fields.ts'
import { thresholdShifts } from './calibrate.ts'

/** What the scanned items of a SKU say about its warnings, and what a person said about the items. */
export const SkuCalibration = z
  .object({
    /** Scanned codes in the sample: at most 2,000, first visited at least 90 days ago. */
    codes: z.number().int(),
    /** Those that reach the threshold of the category. */
    above: z.number().int(),
    shift: z.enum(thresholdShifts),
    /** Whether somebody has to say whether these items are looked at by many. */
    asks: z.boolean(),
    /** The latest word on that; null before the first one. */
    isShared: z.boolean().nullable(),
    /** When the sample was taken; null before the first one. */
    measuredAt: Instant.nullable(),
  })
  .meta({ id: 'SkuCalibration' })
export type SkuCalibration = z.infer<typeof SkuCalibration>

/** Codes with a warning that the brand closed in the last 12 months, by its reason. At most the latest 1,000 cases count. */
export const WarningOutcomes = z
  .object({ copies: z.number().int(), honest: z.number().int() })
  .meta({ id: 'WarningOutcomes' })
export type WarningOutcomes = z.infer<typeof WarningOutcomes>

export const calibrationContract = defineContract({
  read: {
    method: 'GET',
    path: '/verdict/settings/:id/calibration',
    access: 'officeOrPartner',
    summary: 'Read what the scanned items of a SKU say about its warnings',
    params: ById,
    answer: SkuCalibration,
  },
  answerQuestion: {
    method: 'PUT',
    path: '/verdict/settings/:id/shared',
    access: 'confirmedMerchant',
    summary: 'Say whether the items of a SKU are looked at by many people',
    params: ById,
    body: z.object({ isShared: z.boolean() }),
    answer: SkuCalibration,
  },
  outcomes: {
    method: 'GET',
    path: '/verdict/outcomes',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'Count the decided warnings of the last 12 months by their reason',
    answer: WarningOutcomes,
  },
})
