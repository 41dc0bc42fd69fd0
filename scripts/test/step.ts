import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

type Counts = { passed: number; failed: number; skipped: number }
export type StepResult = Counts & { name: string; seconds: number }

const running = new Set<ChildProcess>()

/** Runs a program in a process group of its own, so that nothing it started outlives it. Resolves to its exit code. */
export async function runProgram(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(file, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, ...env },
  })
  running.add(child)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    running.delete(child)
    endGroup(child, 'SIGKILL')
  }
}

/** Asks all running processes to end, and resolves when they have. */
export async function stopPrograms(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'))
  for (const child of running) endGroup(child, 'SIGTERM')
  await Promise.all(ends)
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty: everything has ended by itself.
  }
}

/** A check that passes or fails as a whole, or is skipped where this machine cannot have what it looks for. */
export async function check(name: string, run: () => Promise<number | 'skipped'>): Promise<StepResult> {
  return step(name, async () => {
    const code = await run()
    if (code === 'skipped') return { passed: 0, failed: 0, skipped: 1 }
    return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  })
}

/** A suite that counts its tests. A suite that ran and skipped nothing, or ended badly without naming a test, is one failure. */
export async function suite(
  name: string,
  run: () => Promise<{ code: number; passed: number; failed: number; skipped: readonly unknown[] }>,
): Promise<StepResult> {
  return step(name, async () => {
    const { code, passed, failed, skipped } = await run()
    const silent = failed === 0 && (code !== 0 || passed + skipped.length === 0)
    return { passed, failed: silent ? 1 : failed, skipped: skipped.length }
  })
}

/** `N passed, N failed`, and what was skipped where something was. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function total(outcomes: readonly Counts[]): Counts {
  const sum = (word: keyof Counts) => outcomes.reduce((so, outcome) => so + outcome[word], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

async function step(name: string, run: () => Promise<Counts>): Promise<StepResult> {
  console.log(`\n── ${name}`)
  const begun = performance.now()
  const counts = await run()
  return { name, ...counts, seconds: (performance.now() - begun) / 1000 }
}
