import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Clock ticks of `/proc`: always 100 for user programs on Linux. */
const ticksPerSecond = 100

export type ProcessorSeconds = { postgres: number; node: number }

/** Processor time that a PostgreSQL with all its processes, and this process, use while something runs. */
export async function measureProcessor(
  postgresDir: string,
  run: () => Promise<unknown>,
): Promise<ProcessorSeconds & { seconds: number }> {
  const [before, node, startedAt] = [postgresSeconds(postgresDir), process.cpuUsage(), performance.now()]
  await run()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(node)
  return { seconds, postgres: postgresSeconds(postgresDir) - before, node: (user + system) / 1e6 }
}

function postgresSeconds(dir: string): number {
  const main = readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]!
  const ticks = readdirSync('/proc').map((pid) => {
    const [parent, ...times] = /^\d+$/.test(pid) ? timesOf(pid) : []
    // Times of processes that have ended are the third and fourth of their parent.
    if (pid === main) return sum(times)
    return String(parent) === main ? sum(times.slice(0, 2)) : 0
  })
  return sum(ticks) / ticksPerSecond
}

/** The parent, then the ticks as user and as system: own ones, and those of children that have ended. */
function timesOf(pid: string): number[] {
  try {
    const stat = readFileSync(join('/proc', pid, 'stat'), 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [fields[1], ...fields.slice(11, 15)].map(Number)
  } catch {
    return []
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
