import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Probe, type ProbeFinding, Unavailable } from '#scripts/attack/setup/probe.ts'
import { availableTool } from '#scripts/tool/tool.ts'

const wanted = { full: 1_000_000, quick: 10_000 }
const roundSeconds = { full: 20, quick: 1 }
const maxSeconds = 420
/** Each has up to 16 calls open: enough to keep the server busy, and too few to be shed on a slow machine. */
const connections = 8

/** Guessing finds no code even without a rate limit: every call comes from another network. */
export const randomAddresses: Probe = async ({ server }, effort): Promise<ProbeFinding> => {
  const wrk = availableTool({ name: 'wrk', packages: { debian: 'wrk', homebrew: 'wrk' } })
  if (!wrk) throw new Unavailable('needs wrk')
  const script = fileURLToPath(new URL('random-addresses.lua', import.meta.url))
  let asked = 0
  let odd = 0
  const startedAt = performance.now()
  for (let seed = 1; asked < wanted[effort] && performance.now() - startedAt < maxSeconds * 1000; seed++) {
    const args = [
      '-t',
      '1',
      '-c',
      String(connections),
      '-d',
      `${roundSeconds[effort]}s`,
      '-s',
      script,
      server.url,
      '--',
      String(seed),
    ]
    const { stdout } = await promisify(execFile)(wrk.file, args, { env: wrk.env, maxBuffer: 1 << 28 })
    asked += Number(/(\d+) requests in/.exec(stdout)?.[1])
    odd += stdout.match(/^odd/gm)?.length ?? 0
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const passed = odd === 0 && asked >= wanted[effort]
  return {
    figure: `${odd} hits or errors in ${asked} addresses, ${seconds} s`,
    bound: `0 in ${wanted[effort]}`,
    passed,
  }
}
