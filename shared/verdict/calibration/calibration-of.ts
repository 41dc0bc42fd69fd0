import { defaultThreshold, usualScores } from '#shared/verdict/score/thresholds.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'
import { type Calibration, calibrate, type OrderScores } from './calibrate.ts'

/** The calibration of a SKU with these settings. @param isShared a person says that its items are looked at by many */
export const calibrationOf = (
  orders: readonly OrderScores[],
  settings: VerdictSettings,
  isShared: boolean | null,
): Calibration =>
  calibrate(
    orders,
    {
      threshold: defaultThreshold(settings),
      usual: usualScores(settings.category),
      share: Number(settings.warned),
    },
    isShared === true,
  )
