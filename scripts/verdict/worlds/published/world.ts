import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Copying, Look, World } from '#scripts/verdict/worlds/world.ts'
import { countryFigures } from './figures.ts'
import { honest, owned } from './items.ts'
import { day, householdOf, townOf } from './people.ts'

/** A world of published figures: each number is in figures.ts with its source, or is named an assumption. */
export const publishedWorld: World = {
  name: 'published',
  sources: [
    'StatCounter Global Stats 2024–2025 (phones, browsers)',
    'Google IPv6 statistics 2025',
    'Eurostat 2017 and United Nations 2022 (households), United Nations 2018 (cities)',
    'arXiv 2605.21937 (errors of IP location)',
    'Richter et al., IMC 2016 (shared addresses); Padmanabhan et al., IMC 2016 (changing addresses)',
    'GlobalWebIndex 2017–2018 (VPN); DENOG 15, 2023 (Private Relay)',
    'Statista Consumer Insights 2023 (second-hand)',
  ],
  honest,
  copies,
}

/** The buyers of copies are households like others, and look again like others. */
function copies(chance: SeededRandom, { units, market, days }: Copying): Look[] {
  const first = townOf(chance)
  const from = day * chance.between(500, 900)
  const abroad = Array.from({ length: chance.whole(2, 5) }, () => chance.pick(countryFigures))
  return Array.from({ length: units }, (_, unit) => {
    const town = market === 'city' ? first : townOf(chance, market === 'country' ? first.country : chance.pick(abroad))
    return owned(chance, householdOf(chance, town), {
      from: from + day * days * chance.next(),
      days: 200,
      mean: chance.happens(0.6) ? 1 : 2.5,
      unit,
    })
  }).flat()
}
