import { attacks, looksOfAttack, priceOf } from '#scripts/verdict/evaluation/attacks.ts'
import type { Measure } from '#scripts/verdict/evaluation/detection.ts'
import { washedRates } from '#scripts/verdict/evaluation/washing.ts'
import { worlds } from '#scripts/verdict/worlds/all.ts'
import coefficients from '#shared/verdict/score/coefficients.json' with { type: 'json' }
import { table, withInterval } from './markdown.ts'

const price = (looks: number | null): string => (looks === null ? `not in ${looksOfAttack} looks` : `${looks} looks`)

export const poisoningTable = (): string =>
  table(
    ['hostile looks', 'networks', 'caution after', 'suspected copy after'],
    attacks.map((attack) => {
      const { caution, suspected } = priceOf(attack)
      return [attack.pause === 1 ? 'one a minute' : 'one a day', `${attack.networks}`, price(caution), price(suspected)]
    }),
  )

export function washingTable(measure: Measure, labels: number): string {
  const rates = washedRates(worlds, { measure, threshold: coefficients.thresholds.one_owner['0.005'], labels })
  return table(
    ['the seller adds', 'copies noticed after 20 items'],
    Object.entries(rates).map(([name, rate]) => [name, withInterval(rate, 1)]),
  )
}
