import { createApi } from '#client/core/http/api.ts'
import { minutesOfYear, sendYear } from '#scripts/bench/server/readings.ts'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { withConsolePage } from './console-page.ts'

/**
 * Milliseconds from the choice of a year in the open log of a sensor until the chart of its 525,600 readings is in the
 * document and the next frame begins: the call, the response and the drawing.
 */
export async function readingsChart(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const { send } = await createSignedInClient(await stage.web())
  const api = createApi(sensorContract, send)
  const { id } = await api.create({ body: { name: 'Bench', type: 'temperature', unit: '°C', threshold: 8 } })
  await sendYear(api, id)
  return withConsolePage(stage, async ({ page, url }) => {
    const times: number[] = []
    for (let turn = 0; turn <= rounds; turn++) {
      await page.goto(`${url}/sensor?sensorId=${id}&name=Bench&range=1d`)
      await page.locator('main path.log').first().waitFor()
      times.push(await page.evaluate(choose, '1y'))
    }
    // The first time the browser compiles the screen.
    const ours = round(median(times.slice(1)), 0)
    return { name: 'readings-chart', ours, floor: null, ratio: null, unit: 'ms', rounds, readings: minutesOfYear }
  })
}

/** Runs in the page: chooses a range, and waits until the line of the chart is another one and is painted. */
function choose(range: string): Promise<number> {
  const line = () => document.querySelector('main path.log')?.getAttribute('d') ?? ''
  const before = line()
  const select = document.querySelector<HTMLSelectElement>('main select')!
  const startedAt = performance.now()
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, range)
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return new Promise((done) => {
    const look = () => {
      const now = line()
      if (now === '' || now === before) requestAnimationFrame(look)
      else requestAnimationFrame(() => done(performance.now() - startedAt))
    }
    look()
  })
}
