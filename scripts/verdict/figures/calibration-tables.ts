import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { calibrateSkus } from '#scripts/verdict/evaluation/calibration.ts'
import { type Measure, valuesOf } from '#scripts/verdict/evaluation/detection.ts'
import type { WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { itemsOf } from '#scripts/verdict/fit/thresholds.ts'
import type { CalibrationStandard } from '#shared/verdict/calibration/calibrate.ts'
import { defaultThreshold, usualScores } from '#shared/verdict/score/thresholds.ts'
import { type Category, categories } from '#shared/verdict/settings.ts'
import { table, withInterval } from './markdown.ts'

const accepted = '0.005'
const skus = 100

const standardOf = (category: Category): CalibrationStandard => ({
  threshold: defaultThreshold({ category, warned: accepted }),
  usual: usualScores(category),
  share: Number(accepted),
})

/** SKUs of each category with 500 scanned codes, when a person confirmed the category. */
export function categoryTable(samples: readonly WorldSample[], measure: Measure): string {
  const rows = samples.flatMap((sample) =>
    categories
      .filter((category) => sample.honest.some((item) => item.category === category))
      .map((category) => {
        const honest = valuesOf(itemsOf(category, sample.honest), measure)
        const at = (codes: number) =>
          calibrateSkus(
            { honest, copied: sample.copied, measure },
            {
              chance: new SeededRandom(9),
              skus: codes ? skus : 1,
              codes,
              copiedShare: 0,
              standard: standardOf(category),
              isShared: category !== 'one_owner',
            },
          )
        const [before, after] = [at(0), at(500)]
        return [
          sample.world.name,
          category.replace('_', ' '),
          withInterval(before.warned),
          withInterval(before.detected, 0),
          withInterval(after.warned),
          withInterval(after.detected, 0),
        ]
      }),
  )
  return table(['world', 'category', 'warned by the default', 'copies', 'warned after 500 codes', 'copies'], rows)
}

/** What copies that are there from the first week do to the threshold of a SKU. */
export function contaminationTable(samples: readonly WorldSample[], measure: Measure): string {
  const rows = samples.flatMap((sample) => {
    const honest = valuesOf(sample.honest, measure)
    return [0, 0.01, 0.05, 0.2].map((copiedShare) => {
      const { threshold, warned, detected } = calibrateSkus(
        { honest, copied: sample.copied, measure },
        {
          chance: new SeededRandom(11),
          skus,
          codes: 500,
          copiedShare,
          standard: standardOf('one_owner'),
          isShared: false,
        },
      )
      return [
        sample.world.name,
        `${100 * copiedShare} %`,
        threshold.toFixed(2),
        withInterval(warned),
        withInterval(detected, 0),
      ]
    })
  })
  return table(
    ['world', 'copied from the first week', 'threshold', 'honest items warned', 'copies noticed after 12 items'],
    rows,
  )
}
