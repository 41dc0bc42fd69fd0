import type { Look, World } from '#scripts/verdict/worlds/world.ts'
import { copiedLabel } from './copied-labels.ts'
import { honestScenarios } from './honest-scenarios.ts'
import { locate, networkOf } from './network.ts'
import type { SimulatedScan } from './shoppers.ts'

/** The first world of Assay, for which the rules of its first edition were chosen. */
export const assumedWorld: World = {
  name: 'assumed',
  sources: ['assumptions: every share is in its code'],
  honest: Object.fromEntries(
    Object.entries(honestScenarios).map(([name, { story, ...about }]) => [
      name,
      { ...about, item: (chance) => story(chance).map((scan) => toLook({ ...scan, unit: 0 })) },
    ]),
  ),
  copies: (chance, copying) => copiedLabel(chance, copying).map(toLook),
}

function toLook({ minute, address, browser, version, unit }: SimulatedScan & { unit: number }): Look {
  const { country, lat, lng } = locate(address)
  return {
    minute,
    address,
    network: networkOf(address),
    country,
    place: { lat, lng },
    browser,
    version,
    shown: true,
    unit,
  }
}
