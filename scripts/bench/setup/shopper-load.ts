import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installedTool } from '#scripts/tool/tool.ts'

const run = promisify(execFile)
const connections = 50
const requests = fileURLToPath(new URL('shopper-load.lua', import.meta.url))

type AnsweredLoad = { perSecond: number; answered: number; msP50: number; msP99: number }
/** Answers per second. */
type ShopperLoad = (url: string, duration: number) => Promise<number>
type MeasuredShopperLoad = (url: string, duration: number) => Promise<AnsweredLoad>

export function createShopperLoad(paths: readonly string[]): ShopperLoad {
  const ask = createMeasuredShopperLoad(paths)
  return async (url, duration) => (await ask(url, duration)).perSecond
}

/**
 * The load of wrk on 50 connections, each of which sends its next request when the last one is answered. wrk shares the
 * processors with the server and is a C program, like pgbench, with which the server is compared. Throws if a response is an
 * error.
 *
 * @param paths requested in their order; each run continues after the last path of the run before
 */
export function createMeasuredShopperLoad(paths: readonly string[]): MeasuredShopperLoad {
  let at = 0
  return async (url, duration) => {
    const wrk = installedTool({ name: 'wrk', packages: { debian: 'wrk', homebrew: 'wrk' } })
    const folder = await mkdtemp(join(tmpdir(), 'assay-wrk-'))
    try {
      const file = join(folder, 'paths')
      await writeFile(file, [...paths.slice(at), ...paths.slice(0, at)].join('\n'))
      const args = [...['-t', '1', '-c', String(connections), '-d', `${duration}s`, '--latency'], '-s', requests]
      const { stdout } = await run(wrk.file, [...args, url, '--', file], { env: wrk.env })
      const answered = Number(/(\d+) requests in/.exec(stdout)?.[1])
      const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
      if (/Non-2xx|Socket errors/.test(stdout) || !(perSecond > 0))
        throw new Error(`wrk reports failed requests:\n${stdout}`)
      at = (at + answered) % paths.length
      return { perSecond, answered, msP50: percentile(stdout, 50), msP99: percentile(stdout, 99) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const millisecondsOf: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/** Milliseconds within which this percentage was answered, such as "99%   12.34ms". */
function percentile(output: string, percent: number): number {
  const [, value, unit] = new RegExp(`\\b${percent}%\\s+([\\d.]+)(us|ms|s|m)\\b`).exec(output) ?? []
  return Number(value) * millisecondsOf[unit!]!
}
